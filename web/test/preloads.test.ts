import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import { FIRST_DATA, FIRST_MODULES } from "../preload-plugin.ts";
import { ROUTES as API_ROUTES } from "./api-routes.ts";

const ROUTE_NAMES = Object.keys(API_ROUTES);
const ROUTES = readFileSync(join(import.meta.dirname, "../src/app/routes.tsx"), "utf8");

it("every page of the routes is asked for beside the first script, not after it", () => {
  // The gallery of the components, outside of src, is not part of a build.
  const imports = [...ROUTES.matchAll(/import\("(\.\.?\/[\w/-]+page)"\)/g)];
  const pages = imports.map(([, page]) => posix.join("app", page!));
  const preloaded = new Set(Object.values(FIRST_MODULES).flat());
  const missing = pages.filter((page) => !preloaded.has(page));
  expect(pages.length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});

it("every address that is preloaded is one of the routes", () => {
  const paths = new Set([...ROUTES.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path!.split("/").at(-1)));
  for (const route of Object.keys(FIRST_MODULES)) expect(paths, route).toContain(route.split("/").at(-1));
});

it("every answer that is asked for early is of a route of the API and of a page", () => {
  for (const [page, addresses] of Object.entries(FIRST_DATA)) {
    expect(FIRST_MODULES, page).toHaveProperty([page]);
    for (const address of addresses) {
      const pattern = address.replace(/\?.*/, "").replace(/:\w+/, "{id}").replace("*", "{track_id}");
      expect(ROUTE_NAMES, address).toContain(`GET ${pattern}`);
    }
  }
});
