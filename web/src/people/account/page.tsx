import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { showFailure } from "../../server/client";
import { TabLinks } from "../../ui/tabs";
import { profileOptions } from "./profile";

const LINKS = [
  { to: "/account", label: "Profile" },
  { to: "/account/garmin", label: "Garmin" },
  { to: "/account/plan", label: "Plan" },
  { to: "/account/privacy", label: "Privacy" },
  { to: "/account/beta", label: "Beta Features" },
];

/** My Account: the links to its pages, above the one that is shown. */
export function Page() {
  const { data, error } = useQuery(profileOptions());
  // Fetched again, a failure is shown by the client of all queries.
  const failure = data === undefined ? error : null;
  useEffect(() => {
    if (failure) showFailure(failure);
  }, [failure]);
  return (
    <>
      <TabLinks label="My Account" links={LINKS} />
      <Outlet />
    </>
  );
}
