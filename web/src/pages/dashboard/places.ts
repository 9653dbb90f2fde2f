import type { TabLink } from "../../components/tab-links";

/** The pages of the dashboard, in the order of their links. */
export const PLACES: readonly TabLink[] = [
  { to: "/dashboard/journal", label: "Journal" },
  { to: "/dashboard/reports", label: "Reports" },
  { to: "/dashboard/polar", label: "Polar" },
  { to: "/dashboard/season", label: "Season" },
];
