import { Outlet } from "react-router-dom";
import { type TabLink, TabLinks } from "../ui/tabs";

/** The links to the pages of the dashboard, above the one that is shown. */
export function Page() {
  return (
    <>
      <TabLinks label="Dashboard" links={PLACES} />
      <Outlet />
    </>
  );
}

/** The pages of the dashboard, in the order of their links. */
const PLACES: readonly TabLink[] = [
  { to: "/dashboard/journal", label: "Journal" },
  { to: "/dashboard/reports", label: "Reports" },
  { to: "/dashboard/polar", label: "Polar" },
  { to: "/dashboard/season", label: "Season" },
];
