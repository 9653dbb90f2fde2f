/** A wrong command line: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** An input without a result: `kind` is stable, `message` a sentence. */
export interface Failure {
  name: string;
  kind: string;
  message: string;
}

/** The line on stderr that reports a failure. */
export function sentence({ name, message }: Failure): string {
  return `leebow: ${name === "-" ? "standard input" : name}: ${message}`;
}
