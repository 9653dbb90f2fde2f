/** Bundles a program of the workspace for Node: our TypeScript in one file, third-party packages as imports. */
import { join } from "node:path";
import { Failure, ROOT } from "./step.mjs";

/** From `FOLDER/src/main.ts` to `FOLDER/dist/main.js`, and so each of the entries. */
export async function bundle(folder, entries = { main: "src/main.ts" }, plugins = []) {
  const { build } = await import("esbuild");
  try {
    await build({
      entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, folder, path)])),
      outdir: join(ROOT, folder, "dist"),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20.19",
      sourcemap: true,
      logLevel: "silent",
      plugins: [...plugins, { name: "packages-outside", setup: keepPackagesOutside }],
    });
  } catch (error) {
    const [first] = error.errors ?? [];
    const place = first?.location ? ` (${first.location.file}:${first.location.line})` : "";
    throw new Failure(`${folder} could not be bundled: ${first?.text ?? error.message}${place}.`);
  }
}

function keepPackagesOutside({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    if (kind === "entry-point" || path.startsWith("@leebow/")) return undefined;
    return { path, external: true };
  });
}
