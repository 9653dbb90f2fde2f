/** Reports which kind of page is opened, for the server's own counter. */
import { call } from "../api/client";
import type { createRouter } from "./routes";

type Router = ReturnType<typeof createRouter>;

/** Counts the page that is open now and each one that is opened later: its pattern, never its address. */
export function reportPageViews(router: Router): void {
  let shown = "";
  const report = ({ initialized, navigation, location, matches }: Router["state"]) => {
    if (!initialized || navigation.state !== "idle" || location.pathname === shown) return;
    shown = location.pathname;
    // This page promises that nothing is sent.
    if (location.pathname === "/analyze") return;
    const page = patternOf(matches.map(({ route }) => route.path ?? ""));
    // Counting is no reason for a message: without a network it is left out.
    void call("POST /page-views/", { body: { page } }).catch(() => undefined);
  };
  router.subscribe(report);
  report(router.state);
}

/** The pattern of an address from those of its nested routes: "/account" and "plan" are "/account/plan". */
function patternOf(paths: readonly string[]): string {
  return paths.reduce((whole, path) => (path.startsWith("/") || path === "" ? path || whole : `${whole}/${path}`), "");
}
