import { Outlet } from "react-router-dom";
import { TabLinks } from "../../components/tab-links";
import { PLACES } from "./places";

/** The links to the pages of the dashboard, above the one that is shown. */
export function Page() {
  return (
    <>
      <TabLinks label="Dashboard" links={PLACES} />
      <Outlet />
    </>
  );
}
