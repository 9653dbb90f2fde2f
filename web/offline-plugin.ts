/** Vite plugin: the service worker of /analyze, which has the list of all files that this page needs without a network. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const PAGE = "/src/analyze/page.tsx";
/** What is behind these imports belongs to other pages, or is for visitors with a network. */
const ELSEWHERE = /\/src\/.*page\.tsx$|\/src\/people\/welcome\//;
/** Files that change under the same name; all others have their hash in it. */
const HASHED = /^(assets|analyze-workers)\//;

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      if (!Object.values(bundle).some((file) => isChunkOf(file, PAGE))) return;
      const files = filesOfPage(bundle, dir!).map((name) => {
        const digest = createHash("sha256")
          .update(readFileSync(join(dir!, name)))
          .digest("base64");
        return { url: `/${name}`, revision: HASHED.test(name) ? null : digest, integrity: `sha256-${digest}` };
      });
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: "warn",
        define: { FILES: JSON.stringify(files) },
        build: {
          target: "es2022",
          outDir: dir!,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: join(import.meta.dirname, "src/analyze/service-worker.ts"),
            output: { format: "iife", entryFileNames: "service-worker.js" },
          },
        },
      });
    },
  };
}

type Bundle = Rolldown.OutputBundle;
type File = Bundle[string];

const isChunkOf = (file: File, module: string): file is Rolldown.OutputChunk =>
  file.type === "chunk" && (file.facadeModuleId?.endsWith(module) ?? false);

/** The names of the page's chunks with all that they import now or later, and of the files that these name. */
function filesOfPage(bundle: Bundle, folder: string): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (!file || found.has(name)) return;
    found.add(name);
    if (file.type !== "chunk") return;
    const later = file.dynamicImports.filter((next) => !ELSEWHERE.test(facadeOf(bundle[next])));
    for (const next of [...file.imports, ...later, ...(file.viteMetadata?.importedCss ?? [])]) visit(next);
  };
  for (const [name, file] of Object.entries(bundle))
    if (isChunkOf(file, "/index.html") || isChunkOf(file, PAGE)) visit(name);
  found.add("index.html");

  // Workers, WASM, fonts, data, and what index.html and the manifest of the app name.
  const named = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const file = bundle[name];
    return !/^\.vite|\.css$|^service-worker\.js$/.test(name) && file?.type !== "chunk";
  });
  // Sets yield what is added to them meanwhile.
  for (const name of found) {
    if (!/\.(js|css|html|webmanifest)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    for (const other of named) if (text.includes(basename(other)) && /\.\w+$/.test(other)) found.add(other);
  }
  return [...found].sort();
}

const facadeOf = (file: File | undefined): string => (file?.type === "chunk" && file.facadeModuleId) || "";
