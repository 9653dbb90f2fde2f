/** The routes, and which of them need a login. Each page is a chunk of its own. */
import {
  createBrowserRouter,
  type LazyRouteFunction,
  type LoaderFunctionArgs,
  Navigate,
  type RouteObject,
  redirect,
} from "react-router-dom";
import { addressAfterLogin, loginAddress } from "../people/account/login-address";
import { queryClient } from "../server/query-client";
import { isLoggedIn } from "../server/session";
import { trackFilter } from "../tracks/track-filter";
import { trackListOptions } from "../tracks/track-list";
import { ErrorPage } from "./error-page";
import { Shell } from "./shell";
import styles from "./shell.module.css";

/** Loads a page module, which exports the component `Page`. */
function page(load: () => Promise<{ Page: () => React.ReactNode }>): LazyRouteFunction<RouteObject> {
  return async () => ({ Component: (await load()).Page });
}

const needsLogin = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url);
  return isLoggedIn() ? null : redirect(loginAddress(pathname + search));
};
/** The first tracks come while the code of their screen does; the screen tells what fails. */
const needsLoginForTracks = (args: LoaderFunctionArgs) => {
  const refusal = needsLogin(args);
  const options = trackListOptions({ ...trackFilter.filter });
  // Pages that were listed before stay: to fetch the first one now would take the others away.
  if (!refusal && !queryClient.getQueryState(options.queryKey)) void queryClient.prefetchInfiniteQuery(options);
  return refusal;
};
/**
 * A page that its service worker answered may be older than the server (analyze/service-worker.ts): others come from the
 * server as a whole, so that code and answers of two versions never meet. Without a network there is nothing to come.
 */
const leaveStoredPage = ({ request }: LoaderFunctionArgs) => {
  const isStored = Boolean(navigator.serviceWorker?.controller);
  if (!isStored || !navigator.onLine || new URL(request.url).pathname === "/analyze") return null;
  location.assign(request.url);
  return new Promise<never>(() => undefined);
};
/** The holder of a share link needs no login. */
const needsLoginOrLink = (args: LoaderFunctionArgs) =>
  new URL(args.request.url).searchParams.has("share_id") ? null : needsLogin(args);
const needsLogout = ({ request }: LoaderFunctionArgs) =>
  isLoggedIn() ? redirect(addressAfterLogin(new URL(request.url).searchParams) ?? "/") : null;

const forMembers: RouteObject[] = [
  { path: "/upload", lazy: page(() => import("../upload/page")) },
  { path: "/tracks/:track_id", lazy: page(() => import("../replay/page")) },
  { path: "/reports/:track_id", lazy: page(() => import("../analysis/report-page")) },
  { path: "/wind", lazy: page(() => import("../wind-log/page")) },
  { path: "/wind-report/:report_id", lazy: page(() => import("../wind-log/report-page")) },
  { path: "/straight-analysis/:analysis_id", lazy: page(() => import("../analysis/straights/page")) },
  {
    path: "/dashboard",
    lazy: page(() => import("../season/page")),
    children: [
      { index: true, element: <Navigate to="/dashboard/journal" replace /> },
      { path: "journal", lazy: page(() => import("../journal/page")) },
      { path: "reports", lazy: page(() => import("../season/reports-page")) },
      { path: "polar", lazy: page(() => import("../season/polar-page")) },
      { path: "season", lazy: page(() => import("../season/season-page")) },
    ],
  },
  { path: "/admin", lazy: page(() => import("../people/admin/page")) },
  { path: "/teams", lazy: page(() => import("../people/teams/page")) },
  { path: "/teams/:team_id", lazy: page(() => import("../people/teams/team-page")) },
  {
    path: "/account",
    lazy: page(() => import("../people/account/page")),
    children: [
      { index: true, lazy: page(() => import("../people/account/profile-page")) },
      { path: "garmin", lazy: page(() => import("../people/account/garmin-page")) },
      { path: "plan", lazy: page(() => import("../people/account/plan-page")) },
      { path: "privacy", lazy: page(() => import("../race/privacy-page")) },
      { path: "beta", lazy: page(() => import("../people/account/beta-page")) },
    ],
  },
];

const forGuests: RouteObject[] = [
  { path: "/login", lazy: page(() => import("../people/sign-in/login-page")) },
  { path: "/register", lazy: page(() => import("../people/sign-in/register-page")) },
  { path: "/forgot", lazy: page(() => import("../people/sign-in/forgot-page")) },
  { path: "/reset/:uuid", lazy: page(() => import("../people/sign-in/reset-page")) },
];

const forAll: RouteObject[] = [
  { path: "/analyze", lazy: page(() => import("../analyze/page")) },
  { path: "/about", lazy: page(() => import("./legal/about-page")) },
  { path: "/about-these-numbers", lazy: page(() => import("./legal/about-these-numbers-page")) },
  { path: "/privacy-policy", lazy: page(() => import("./legal/privacy-page")) },
  { path: "/cookie-policy", lazy: page(() => import("./legal/cookie-page")) },
  { path: "/terms-and-conditions", lazy: page(() => import("./legal/terms-page")) },
  // The gallery of the components is for developers, and not part of a build.
  ...(import.meta.env.DEV ? [{ path: "/components", lazy: page(() => import("../../gallery/page")) }] : []),
];

/** Adds a loader that redirects before the page is fetched. */
const guarded = (loader: (args: LoaderFunctionArgs) => Response | null, routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => ({ ...route, loader }) as RouteObject);

const inShell: RouteObject[] = [
  { path: "/", loader: () => redirect("/home") },
  { path: "/tracks", loader: () => redirect("/home") },
  { path: "/home", loader: needsLoginForTracks, lazy: page(() => import("../home/page")) },
  ...guarded(needsLogin, forMembers),
  { path: "/races/:race_id", loader: needsLoginOrLink, lazy: page(() => import("../race/replay/page")) },
  { path: "/races/:race_id/report", loader: needsLoginOrLink, lazy: page(() => import("../race/report/page")) },
  ...forAll,
];

const routes: RouteObject[] = [
  {
    HydrateFallback: Waiting,
    ErrorBoundary: ErrorPage,
    loader: leaveStoredPage,
    shouldRevalidate: () => true,
    children: [
      ...guarded(needsLogout, forGuests),
      {
        Component: Shell,
        ErrorBoundary: ErrorPage,
        // Below the header: it stays beside a page that throws or that could not be fetched.
        children: [{ ErrorBoundary: ErrorPage, children: inShell }],
      },
      { path: "*", loader: () => redirect("/login") },
    ],
  },
];

/** A router that opens the page of the present address. */
export const createRouter = () => createBrowserRouter(routes);

/** Shown while the code of the first page is loading. */
function Waiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <i />
      <span className="visually-hidden" role="status">
        Loading
      </span>
    </main>
  );
}
