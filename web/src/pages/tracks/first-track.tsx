import type { Track } from "@leebow/api/contract";
import { MapPinned } from "lucide-react";
import { useLocation } from "react-router-dom";
import { Button, ButtonLink } from "../../components/button";
import { isWorking } from "../../queries/cached-tracks";
import styles from "./first-track.module.css";

/** After the first upload of a user: what is happening, then the way to the map. */
export function FirstTrack({ tracks }: { tracks: readonly Track[] }) {
  const { state } = useLocation();
  const id: unknown = state?.first_track;
  const track = tracks.find((one) => one.id === id);
  if (!track || track.processing_status === 2) return null;
  return (
    <section className={styles.banner} aria-label="Your first track">
      <div className="grow">
        <b>{isWorking(track) ? "Your first track is saved" : "Your first track is ready"}</b>
        <p className="small secondary">
          {isWorking(track)
            ? "Its wind, turns and speeds are being worked out. That takes some seconds."
            : "Watch it on the map: the boat, the wind, every turn and what it cost."}
        </p>
      </div>
      {isWorking(track) ? (
        <Button kind="primary" icon={MapPinned} busy>
          Open the map
        </Button>
      ) : (
        <ButtonLink to={`/tracks/${track.id}`} kind="primary" icon={MapPinned}>
          Open the map
        </ButtonLink>
      )}
    </section>
  );
}
