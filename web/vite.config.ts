import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { documents } from "./document-plugin.ts";
import { offline } from "./offline-plugin.ts";

/** The tokens use light-dark(); older targets would make the minifier rewrite it. */
const CSS_TARGET = ["chrome123", "firefox120", "safari17.5"];

/** The first script names every other file: shorter hashes, which do not compress, make it smaller. */
const chunkFileNames = "assets/[name]-[hash:7].js";
/** One name for a page and a worker: the engine is then one file for both. */
const ASSETS = "assets/[name]-[hash:7][extname]";
/** A service worker answers for workers whose own address is in its scope, not for those that its pages start. */
const WORKERS = "analyze-workers/[name]-[hash:7][extname]";
const assetFileNames = ({ names }: { names: string[] }) => (names[0]?.includes("-worker.") ? WORKERS : ASSETS);

/** Code that nearly all pages share is one file: in files of its own each part costs more than it saves. */
const codeSplitting = { groups: [{ name: "shared", test: /web.src/, minShareCount: 32 }] };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), wasm(), documents(), offline()],
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
