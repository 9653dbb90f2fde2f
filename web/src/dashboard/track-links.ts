/** From a figure to the track list, with the filter that the figure has. */
import { useNavigate } from "react-router-dom";
import { session } from "../stores/session";
import { filterTracks } from "../stores/track-filter";
import type { DashboardFilter } from "./report-filter";

/** Opens the track list of a person with the days and the boat class of the dashboard. */
export function useOpenTracks({ start, end, boat_class }: DashboardFilter): (person: number | null) => void {
  const navigate = useNavigate();
  return (person) => {
    const { user } = session;
    const isOwn = person === null || person === user?.id;
    const others = user?.can?.list_all_tracks ? "all" : "team";
    filterTracks({
      mode: isOwn ? "mine" : others,
      users: isOwn ? [] : [person],
      start_date: start,
      end_date: end,
      search: boat_class ?? "",
    });
    void navigate("/home");
  };
}
