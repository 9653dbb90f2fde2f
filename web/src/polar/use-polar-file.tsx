import { type ReactNode, useRef, useState } from "react";
import { lazyPanel } from "../components/lazy-component";

const PolarFileDialog = lazyPanel(() => import("./polar-file-dialog").then((part) => part.PolarFileDialog), {
  quiet: true,
});

export interface PolarFileProps {
  /** The class it is proposed for; empty where none is known. */
  boat_class: string;
  classes: readonly string[];
}

/** Opens a polar file: its preview, and what it is used for. `elements` are put beside what calls `choose`. */
export function usePolarFile({ boat_class, classes }: PolarFileProps): { choose: () => void; elements: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array } | null>(null);
  const choose = () => input.current?.click();
  const read = async (chosen: File | undefined) => {
    if (chosen) setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) });
    // The same file again is a change, too.
    if (input.current) input.current.value = "";
  };
  const elements = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Polar file"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {file && (
        <PolarFileDialog
          key={file.name}
          file={file}
          boat_class={boat_class}
          classes={classes}
          onAnother={choose}
          onClose={() => setFile(null)}
        />
      )}
    </>
  );
  return { choose, elements };
}
