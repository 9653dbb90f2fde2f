import { printable } from "./errors.ts";
import type { Io } from "./io.ts";

/** Without a terminal a line is printed after each group of this many files. */
const FILES_PER_LINE = 25;

/** Progress of a batch on stderr: one line that is rewritten on a terminal, occasional lines elsewhere. */
export interface Progress {
  step(name: string): void;
  /** Prints a line that remains, above the one that is rewritten. */
  print(sentence: string): void;
  done(): void;
}

export function progressOf(total: number, io: Io): Progress {
  let count = 0;
  const shows = io.watched && total > 1;
  const clear = () => shows && io.stderr("\r\u001b[K");
  return {
    step: (name) => {
      count += 1;
      if (shows) io.stderr(`\r\u001b[K${count} of ${total}  ${short(name)}`);
      else if (count % FILES_PER_LINE === 0 && count < total) io.stderr(`${count} of ${total} files\n`);
    },
    print: (sentence) => {
      clear();
      io.stderr(`${sentence}\n`);
    },
    done: () => void clear(),
  };
}

function short(name: string): string {
  const shown = printable(name);
  return shown.length > 60 ? `...${shown.slice(-57)}` : shown;
}
