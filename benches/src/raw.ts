/** The engine's face with the reading alone, which no analysis follows. */
import type { Core, InputFile, TrackColumns } from "@leebow/core/web";

export interface RawCore extends Core {
  read(file: InputFile): Promise<{ columns: TrackColumns }>;
}

/** True when the face has it. */
export function canRead(core: Core): core is RawCore {
  return "read" in core;
}
