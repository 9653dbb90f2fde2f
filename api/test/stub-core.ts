import type { Core } from "@leebow/core/node";

/** The engine with some of its functions replaced; `analyze` also where a file is pushed in chunks. */
export function coreWith(core: Core, changes: Partial<Core>): Core {
  const { analyze } = changes;
  if (!analyze) return { ...core, ...changes };
  const open: Core["open"] = (name, options) => {
    const chunks: Uint8Array[] = [];
    return {
      // A reader may use the memory of a chunk again.
      push: (chunk) => void chunks.push(Buffer.from(chunk)),
      finish: (wind) => analyze({ name, bytes: Buffer.concat(chunks) }, options, wind),
    };
  };
  return { ...core, open, ...changes };
}
