import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { documents } from "./document-plugin.ts";
import { offline } from "./offline-plugin.ts";
import { preloads } from "./preload-plugin.ts";

/** The tokens use light-dark(); older targets would make the minifier rewrite it. */
const CSS_TARGET = ["chrome123", "firefox120", "safari17.5"];

/** The first script names every other file: shorter hashes, which do not compress, make it smaller. */
const chunkFileNames = "assets/[name]-[hash:7].js";
/** One name for a page and a worker: the engine is then one file for both. */
const ASSETS = "assets/[name]-[hash:7][extname]";
/** A service worker answers for workers whose own address is in its scope, not for those that its pages start. */
const WORKERS = "analyze-workers/[name]-[hash:7][extname]";
const assetFileNames = ({ names }: { names: string[] }) => (names[0]?.includes("-worker.") ? WORKERS : ASSETS);

/**
 * Few files instead of several hundred, of which a page asked for 40 to 130 (DESIGN.md, "Where does a person wait?"): what
 * the first script needs, the icons, what six or more pages and their parts share, the list of tracks, what draws charts, and the replay.
 */
const LIBRARIES = "@tanstack|valtio|react-|@base-ui|@floating|reselect|tabbable|use-sync";
/** What checks input by the schemas of the API: 40 ms of the processor before a page with it, none before others. */
const WITH_SCHEMAS =
  "ui.forms|journal.(?!entries|stars)|race.(?!report|replay|queries|race-replay|consents)|" +
  "people.(?!sign-in|admin.queries|teams.queries|account.(profile|log-out|billing|garmin))";
const codeSplitting = {
  groups: [
    { name: "first", tags: ["$initial" as const], priority: 5 },
    { name: "icons", test: /lucide/, priority: 4 },
    { name: "schemas", test: /node_modules.zod/, priority: 4 },
    {
      name: "shared",
      test: new RegExp(`web.src.(?!${WITH_SCHEMAS})|node_modules.(${LIBRARIES})`),
      minShareCount: 6,
      priority: 3,
    },
    {
      name: "list",
      test: /web.src.(tracks.(day|downloads|results|static)|home.(race|consent)|race.race-row)/,
      priority: 3,
    },
    { name: "charts", test: /web.src.chart|node_modules.d3/, minShareCount: 3, priority: 2 },
    { name: "replay", test: /web.src.(replay|session|playback)./, minShareCount: 2, priority: 1 },
  ],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), wasm(), documents(), preloads(), offline()],
  build: {
    target: "es2022",
    cssTarget: CSS_TARGET,
    manifest: true,
    rolldownOptions: { output: { chunkFileNames, assetFileNames, codeSplitting } },
  },
  // A worker in one file: the engine's loader costs no request of its own before that of the .wasm.
  worker: {
    format: "es",
    plugins: () => [wasm()],
    rolldownOptions: {
      output: { assetFileNames: ASSETS, entryFileNames: WORKERS.replace("[extname]", ".js"), codeSplitting: false },
    },
  },
  server: { proxy: { "/api": process.env.VITE_API ?? "http://127.0.0.1:4310" } },
});
