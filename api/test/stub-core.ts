import type { Core } from "@leebow/core/node";

/** The engine with some of its functions replaced; `analyze` also where a file is pushed in chunks. */
export function coreWith(core: Core, changes: Partial<Core>): Core {
  const { analyze } = changes;
  if (!analyze) return { ...core, ...changes };
  const open: Core["open"] = (name, options) => {
    const chunks: Uint8Array[] = [];
    const file = () => ({ name, bytes: Buffer.concat(chunks) });
    return {
      // A reader may use the memory of a chunk again.
      push: (chunk) => void chunks.push(Buffer.from(chunk)),
      finish: (wind) => analyze(file(), options, wind),
      recording: () => core.read(file()),
    };
  };
  return { ...core, open, ...changes };
}
