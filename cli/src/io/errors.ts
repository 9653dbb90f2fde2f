import { getSystemErrorMap } from "node:util";
import { withoutControls } from "@leebow/core";

/** Text as a terminal shows it: names and contents of files may hold characters that control it or change the direction. */
export const printable = withoutControls;

/** What went wrong in the file system, in words, such as "too many symbolic links encountered". */
export function meaningOf(error: unknown): string {
  const [, meaning] = getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0) ?? [];
  return meaning ?? (error as Error).message;
}

/** A wrong command line: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";

  constructor(message: string) {
    super(printable(message));
  }
}

/** An input without a result: `kind` is stable, `message` a sentence. */
export interface Failure {
  name: string;
  kind: string;
  message: string;
}

/** The line on stderr that reports a failure. */
export function sentence({ name, message }: Failure): string {
  return printable(`leebow: ${name === "-" ? "standard input" : name}: ${message}`);
}
