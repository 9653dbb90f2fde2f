/**
 * Vite plugin: a script in the page, before all others, that asks for the files of the page's address and, in a session, for
 * its data. Without it each is asked for by the one before it: the first script, then the page, then what the page shows.
 */
import type { Plugin, Rolldown } from "vite";

const MAP = ["map/replay-map", "replay/map/legend-overlay", "replay/panel-edge"];
const REPLAY = [...MAP, "core/js/src/arrow"];
const LIST = ["home/races-rail", "home/consent-notices"];
const LOGIN = ["people/sign-in/login-page"];

/** What is shown first, by the routes of app/routes.tsx: modules below web/src, or below the root of the project. */
export const FIRST_MODULES: Readonly<Record<string, readonly string[]>> = {
  "/": ["home/page", ...LIST],
  "/tracks": ["home/page", ...LIST],
  "/home": ["home/page", ...LIST],
  "/upload": ["upload/page"],
  "/tracks/:track_id": ["replay/page", ...REPLAY],
  "/reports/:track_id": ["analysis/report-page", "analysis/debrief/first-finding"],
  "/wind": ["wind-log/page"],
  "/wind-report/:report_id": ["wind-log/report-page"],
  "/straight-analysis/:analysis_id": ["analysis/straights/page"],
  "/dashboard": ["season/page", "journal/page"],
  "/dashboard/journal": ["season/page", "journal/page"],
  "/dashboard/reports": ["season/page", "season/reports-page"],
  "/dashboard/polar": ["season/page", "season/polar-page"],
  "/dashboard/season": ["season/page", "season/season-page"],
  "/admin": ["people/admin/page"],
  "/teams": ["people/teams/page"],
  "/teams/:team_id": ["people/teams/team-page"],
  "/account": ["people/account/page", "people/account/profile-page"],
  "/account/garmin": ["people/account/page", "people/account/garmin-page"],
  "/account/plan": ["people/account/page", "people/account/plan-page"],
  "/account/privacy": ["people/account/page", "race/privacy-page"],
  "/account/beta": ["people/account/page", "people/account/beta-page"],
  "/races/:race_id": ["race/replay/page", ...REPLAY],
  "/races/:race_id/report": ["race/report/page"],
  "/login": LOGIN,
  "/register": ["people/sign-in/register-page"],
  "/forgot": ["people/sign-in/forgot-page"],
  "/reset/:uuid": ["people/sign-in/reset-page"],
  "/analyze": ["analyze/page"],
  "/about": ["app/legal/about-page"],
  "/about-these-numbers": ["app/legal/about-these-numbers-page"],
  "/privacy-policy": ["app/legal/privacy-page"],
  "/cookie-policy": ["app/legal/cookie-page"],
  "/terms-and-conditions": ["app/legal/terms-page"],
};

const RACE = "/races/:race_id/?notrackpoints=true";

/**
 * What the pages ask the server for first, as the client writes it (server/client.ts), by the routes of {@link FIRST_MODULES}.
 * What has a `*` is asked for for each track of the race that {@link RACE} answers with.
 */
export const FIRST_DATA: Readonly<Record<string, readonly string[]>> = {
  "/": ["/tracks/?owner=team"],
  "/tracks": ["/tracks/?owner=team"],
  "/home": ["/tracks/?owner=team"],
  "/tracks/:track_id": [
    "/tracks/:track_id/?notrackpoints=true",
    "/tracks/:track_id/analysis/",
    "/tracks/:track_id/columns/",
    "/config/",
  ],
  "/reports/:track_id": ["/tracks/:track_id/?notrackpoints=true", "/tracks/:track_id/analysis/"],
  "/wind": ["/windfiles/"],
  "/dashboard": ["/journals/"],
  "/dashboard/journal": ["/journals/"],
  "/teams": ["/teams/"],
  "/races/:race_id": [
    RACE,
    "/races/info/:race_id/",
    "/config/",
    "/races/:race_id/tracks/*/columns/",
    "/races/:race_id/tracks/*/analysis/",
  ],
  "/races/:race_id/report": [RACE, "/races/:race_id/report/", "/races/:race_id/tracks/*/columns/?only=positions"],
  "/account": ["/users/me/"],
};

/** Open to visitors without a session; all others lead them to the login. */
const OPEN = /^\/(login|register|forgot|reset|analyze|about|privacy|cookie|terms)/;

export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        bundle && [{ tag: "script", injectTo: "head-prepend", children: scriptOf(filesByRoute(bundle)) }],
    },
  };
}

type Route = [pattern: string, isOpen: boolean, files: number[], data: string[]];

/** Runs in the page, before it has any other code. */
function preload(files: string[], routes: Route[]): void {
  const find = (path: string) => routes.find(([pattern]) => new RegExp(`^${pattern}/?$`).test(path));
  let route = find(location.pathname);
  try {
    const token: string | undefined = JSON.parse(localStorage.getItem("leebow.session") || "null")?.access;
    if (!route?.[1] && !location.search && !token) route = find("/login");
    // A link that shares a race opens it without a session.
    if (token && !/[?&]share_id=/.test(location.search)) {
      const [, id] = /(\d+)/.exec(location.pathname) || [];
      const answers = new Map<string, Promise<Response>>();
      const ask = (path: string) => {
        const address = `/api${path}`;
        const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } });
        // The call that takes the answer reports that it failed.
        answer.catch(() => undefined);
        answers.set(address, answer);
        return answer;
      };
      const paths = (route?.[3] ?? []).map((path) => path.replace(/:\w+/, id!));
      const ofTracks = paths.filter((path) => path.includes("*"));
      const [first] = paths.filter((path) => !path.includes("*")).map(ask);
      const askOfTracks = (race: { track: { track_ids: number[] }[] }) => {
        for (const { track_ids } of race.track)
          for (const track of track_ids) for (const path of ofTracks) ask(path.replace("*", `${track}`));
      };
      if (first && ofTracks.length)
        first.then((answer) => answer.clone().json().then(askOfTracks)).catch(() => undefined);
      Object.assign(globalThis, { leebow_early: { token, answers } });
    }
  } catch {
    // A browser that keeps nothing has no session either.
  }
  for (const index of route?.[2] ?? []) {
    const link = document.createElement("link");
    const isStyle = files[index]!.endsWith("css");
    Object.assign(link, {
      rel: isStyle ? "preload" : "modulepreload",
      as: isStyle ? "style" : "script",
      crossOrigin: "",
    });
    link.href = `/assets/${files[index]}`;
    document.head.append(link);
  }
}

function scriptOf(byRoute: Map<string, string[]>): string {
  const files = [...new Set([...byRoute.values()].flat())];
  const routes = [...byRoute].map(([route, own]) => {
    const pattern = route.replace(/:\w+/g, "[^/]+");
    return [pattern, OPEN.test(route), own.map((file) => files.indexOf(file)), FIRST_DATA[route] ?? []];
  });
  return `(${preload})(${JSON.stringify(files)},${JSON.stringify(routes)})`;
}

type Bundle = Rolldown.OutputBundle;

function filesByRoute(bundle: Bundle): Map<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const first = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith("index.html"));
  const known = first ? reached(bundle, first.fileName) : new Set<string>();
  const filesOf = (module: string) => {
    const path = module.startsWith("core/") ? `/${module}` : `/web/src/${module}`;
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replace(/\.tsx?$/, "").endsWith(path)));
    if (!chunk) throw new Error(`No file of the build has ${module}, which preload-plugin.ts names.`);
    return [...reached(bundle, chunk.fileName)];
  };
  return new Map(
    Object.entries(FIRST_MODULES).map(([route, modules]) => {
      const files = new Set(modules.flatMap(filesOf));
      return [route, [...files].filter((file) => !known.has(file)).map((file) => file.replace("assets/", ""))];
    }),
  );
}

/** A chunk, all that it imports before it runs, and their style sheets. */
function reached(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const next of chunk.imports) reached(bundle, next, found);
  return found;
}
