/** The pages of the dashboard, in the order of their links. */
export interface Place {
  to: string;
  label: string;
}

export const PLACES: readonly Place[] = [
  { to: "/dashboard/journal", label: "Journal" },
  { to: "/dashboard/reports", label: "Reports" },
];
