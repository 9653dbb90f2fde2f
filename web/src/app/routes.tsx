/** The routes, and which of them need a login. Each page is a chunk of its own. */
import {
  createBrowserRouter,
  type LazyRouteFunction,
  type LoaderFunctionArgs,
  Navigate,
  type RouteObject,
  redirect,
} from "react-router-dom";
import { addressAfterLogin, loginAddress } from "../account/login-address";
import { queryClient } from "../queries/query-client";
import { trackListOptions } from "../queries/track-list";
import { isLoggedIn } from "../stores/session";
import { trackFilter } from "../stores/track-filter";
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
  { path: "/upload", lazy: page(() => import("../pages/upload/page")) },
  { path: "/tracks/:track_id", lazy: page(() => import("../pages/track/page")) },
  { path: "/reports/:track_id", lazy: page(() => import("../pages/report/page")) },
  { path: "/wind", lazy: page(() => import("../pages/wind/page")) },
  { path: "/wind-report/:report_id", lazy: page(() => import("../pages/wind-report/page")) },
  { path: "/straight-analysis/:analysis_id", lazy: page(() => import("../pages/straight-analysis/page")) },
  {
    path: "/dashboard",
    lazy: page(() => import("../pages/dashboard/page")),
    children: [
      { index: true, element: <Navigate to="/dashboard/journal" replace /> },
      { path: "journal", lazy: page(() => import("../pages/journal/page")) },
      { path: "reports", lazy: page(() => import("../pages/dashboard-reports/page")) },
      { path: "polar", lazy: page(() => import("../pages/dashboard-polar/page")) },
      { path: "season", lazy: page(() => import("../pages/dashboard-season/page")) },
    ],
  },
  { path: "/admin", lazy: page(() => import("../pages/admin/page")) },
  { path: "/teams", lazy: page(() => import("../pages/teams/page")) },
  { path: "/teams/:team_id", lazy: page(() => import("../pages/team/page")) },
  {
    path: "/account",
    lazy: page(() => import("../pages/account/page")),
    children: [
      { index: true, lazy: page(() => import("../pages/account/profile-page")) },
      { path: "garmin", lazy: page(() => import("../pages/account/garmin-page")) },
      { path: "plan", lazy: page(() => import("../pages/account/plan-page")) },
      { path: "privacy", lazy: page(() => import("../pages/account/privacy-page")) },
      { path: "beta", lazy: page(() => import("../pages/account/beta-page")) },
    ],
  },
];

const forGuests: RouteObject[] = [
  { path: "/login", lazy: page(() => import("../pages/sign-in/login-page")) },
  { path: "/register", lazy: page(() => import("../pages/sign-in/register-page")) },
  { path: "/forgot", lazy: page(() => import("../pages/sign-in/forgot-page")) },
  { path: "/reset/:uuid", lazy: page(() => import("../pages/sign-in/reset-page")) },
];

const forAll: RouteObject[] = [
  { path: "/analyze", lazy: page(() => import("../pages/analyze/page")) },
  { path: "/about", lazy: page(() => import("../pages/legal/about-page")) },
  { path: "/about-these-numbers", lazy: page(() => import("../pages/legal/about-these-numbers-page")) },
  { path: "/privacy-policy", lazy: page(() => import("../pages/legal/privacy-page")) },
  { path: "/cookie-policy", lazy: page(() => import("../pages/legal/cookie-page")) },
  { path: "/terms-and-conditions", lazy: page(() => import("../pages/legal/terms-page")) },
  // The gallery of the components is for developers, and not part of a build.
  ...(import.meta.env.DEV ? [{ path: "/components", lazy: page(() => import("../pages/gallery/page")) }] : []),
];

/** Adds a loader that redirects before the page is fetched. */
const guarded = (loader: (args: LoaderFunctionArgs) => Response | null, routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => ({ ...route, loader }) as RouteObject);

const inShell: RouteObject[] = [
  { path: "/", loader: () => redirect("/home") },
  { path: "/tracks", loader: () => redirect("/home") },
  { path: "/home", loader: needsLoginForTracks, lazy: page(() => import("../pages/tracks/page")) },
  ...guarded(needsLogin, forMembers),
  { path: "/races/:race_id", loader: needsLoginOrLink, lazy: page(() => import("../pages/race/page")) },
  { path: "/races/:race_id/report", loader: needsLoginOrLink, lazy: page(() => import("../pages/race-report/page")) },
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
