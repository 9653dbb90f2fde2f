import { Upload, Users } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { clearSearch, filterTracks, isFiltered, trackFilter } from "../../stores/track-filter";

/** An empty list: no hit of a search, or the way to the first track. */
export function NoTracks() {
  const { filter } = useSnapshot(trackFilter);
  if (isFiltered(filter)) {
    return (
      <EmptyState title="No Tracks Match Your Search" action={<Button onClick={clearSearch}>Clear search</Button>}>
        Please try another search.
      </EmptyState>
    );
  }
  const upload = (
    <ButtonLink to="/upload" kind="primary" icon={Upload}>
      Upload a track
    </ButtonLink>
  );
  if (filter.mode === "mine") {
    return (
      <EmptyState
        title="You have no tracks yet"
        action={
          <>
            {upload}
            <Button icon={Users} onClick={() => filterTracks({ mode: "team" })}>
              Team Tracks
            </Button>
          </>
        }
      >
        Those of your team are in Team Tracks.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Your tracks will be here" action={upload}>
      Take the file of your watch or instrument (.fit, .gpx or .csv) and upload it. Some seconds later you see your
      session on the map, with every tack and gybe and what it cost.
    </EmptyState>
  );
}
