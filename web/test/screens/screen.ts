/**
 * A page of the screens as a browser shows it, without a server: the real routes, stores, styles and lazy code, at an
 * address, in the session of an account.
 */
import "@fontsource-variable/ibm-plex-sans/standard.css";
import "../../src/look/tokens.css";
import "../../src/look/base.css";
import "../../src/look/parts.css";
import "../../src/look/declarations.css";
import { Tooltip } from "@base-ui/react/tooltip";
import type { User } from "@leebow/api/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { getVersion, snapshot } from "valtio";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { commands, type Locator, locators, page } from "vitest/browser";
import { Notices, showApp } from "../../src/app/app";
import { closeWelcome } from "../../src/people/welcome/state";
import { queryClient } from "../../src/server/query-client";
import { beginSession } from "../../src/server/session";
import { AnsweredRequest } from "./answered-request";
import { answer, answeredFetch, forgetAnswers } from "./answers";

const SCREEN = [1440, 900] as const;
const PHONE = [390, 844] as const;

/** A sailor without a plan. */
export const MARTA: User = {
  id: 12,
  email: "marta.vidal@sail.example",
  email_confirmed: true,
  first_name: "Marta",
  last_name: "Vidal",
  role: null,
  profile_img: null,
  primary_boat_class: "49er",
  email_notifications: true,
  garmin_connected: false,
  auto_segmentation_enabled: true,
  show_wind_arrow: true,
  units: { distance: null, speed: null, length: null },
  enabled_features: [],
  teammates: [],
  can: { list_all_tracks: false, switch_auto_segmentation: false, create_team: false },
};

/** The stores as modules by path. Each holds one state, a proxy, which is empty in a new browser. */
const STORES = import.meta.glob<Record<string, unknown>>(
  [
    "../../src/look/theme.ts",
    "../../src/server/{notices,session,units}.ts",
    "../../src/tracks/{current-track,dropped-files,track-filter}.ts",
    "../../src/people/welcome/state.ts",
    "../../src/analysis/polar/local-targets.ts",
    "../../src/analysis/straights/straight-view.ts",
  ],
  { eager: true },
);
const START = Object.entries(STORES).flatMap(([path, store]) =>
  Object.entries(store).flatMap(([name, state]) =>
    getVersion(state) === undefined
      ? []
      : [{ path, name, state: state as object, empty: structuredClone(snapshot(state as object)) }],
  ),
);

const CONFIG = {
  version: "0.1.0",
  billing: "embedded" as const,
  map_style_url: null,
  operator: { name: null, contact: null },
};

/** How often pages were loaded again. */
let loads = 0;
let hideApp: (() => void) | undefined;

/** Opens the page at an address, as a document that is loaded. `user` null: without an account. */
export async function open(address: string, { user = MARTA }: { user?: User | null } = {}): Promise<void> {
  hide();
  if (user) {
    beginSession({ user, access: "token", device: "device" });
    closeWelcome("film", user.id);
  }
  // The router keeps scroll positions by this key.
  history.pushState({ key: String(performance.now()) }, "", address);
  show();
}

/** Shows one component, as pages have it around them, without an address. */
export function mount(component: ReactNode): void {
  hide();
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  const around = createElement(Tooltip.Provider, null, component, createElement(Notices));
  root.render(createElement(QueryClientProvider, { client: queryClient }, around));
  hideApp = () => {
    root.unmount();
    element.remove();
  };
}

/** Opens the address again, as a document that is loaded again: only what is stored in the browser is kept. */
export async function reload(): Promise<void> {
  hide();
  loads += 1;
  for (const { path, name, state } of START) {
    const url = new URL(path, import.meta.url);
    url.searchParams.set("reload", String(loads));
    const again = (await import(/* @vite-ignore */ url.href)) as Record<string, object>;
    Object.assign(state, structuredClone(snapshot(again[name]!)));
  }
  show();
}

/** The page is as large as a phone's. */
export const onPhone = (): Promise<void> => page.viewport(...PHONE);

/** The address that is open, without the server's. */
export const address = (): string => location.pathname + location.search;

export const focus = async (locator: { findElement(): Promise<HTMLElement | SVGElement> }): Promise<void> =>
  (await locator.findElement()).focus();

export const { mouse, press, download, showAs } = commands;

function show(): void {
  const root = document.createElement("div");
  root.id = "root";
  document.body.append(root);
  const end = showApp(root);
  hideApp = () => {
    end();
    root.remove();
  };
}

function hide(): void {
  hideApp?.();
  hideApp = undefined;
  queryClient.clear();
}

/** Every test starts in a new browser, on a large screen. */
export function startEachTestAnew(): void {
  beforeEach(async () => {
    vi.stubGlobal("fetch", answeredFetch);
    vi.stubGlobal("XMLHttpRequest", AnsweredRequest);
    answer("POST /page-views/", () => undefined);
    answer("GET /config/", () => CONFIG);
    answer("GET /targets/", () => ({ results: [] }));
    await page.viewport(...SCREEN);
  });
  afterEach(() => {
    hide();
    vi.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    for (const { state, empty } of START) Object.assign(state, structuredClone(empty));
    const unanswered = forgetAnswers();
    expect(unanswered, "calls without an answer").toEqual([]);
  });
}

locators.extend({ getByCss: (selector: string) => selector });

expect.extend({
  /** The whole text, spaces joined. */
  toHaveText(element: Element | Locator, text: string) {
    const found = textOf("element" in element ? element.element() : element);
    return {
      pass: found === text,
      message: () => `the text is ${JSON.stringify(found)}`,
      actual: found,
      expected: text,
    };
  },
});

/** The text of an element, spaces joined. */
export const textOf = (element: Element): string => (element.textContent ?? "").replace(/\s+/g, " ").trim();

declare module "vitest/browser" {
  interface LocatorSelectors {
    getByCss(selector: string): Locator;
  }
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: declared with the same parameters as in vitest.
  interface Matchers<T = any> {
    toHaveText(text: string): T;
  }
}
