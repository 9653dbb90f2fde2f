import type { Io } from "./io.ts";

/** Without a watcher a line is said every this many files. */
const EVERY = 25;

/** How far the batch is, on stderr: a changing line for a watcher, a line now and then in a log. */
export interface Progress {
  step(name: string): void;
  /** Says something that stays, above the changing line. */
  say(sentence: string): void;
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
      else if (count % EVERY === 0 && count < total) io.stderr(`${count} of ${total} files\n`);
    },
    say: (sentence) => {
      clear();
      io.stderr(`${sentence}\n`);
    },
    done: () => void clear(),
  };
}

function short(name: string): string {
  return name.length > 60 ? `...${name.slice(-57)}` : name;
}
