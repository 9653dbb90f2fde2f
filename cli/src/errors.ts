/** The command line asks for something that cannot be done: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** An input that gave no analysis: `kind` is stable, `message` a sentence. */
export interface Failure {
  name: string;
  kind: string;
  message: string;
}

/** A failure as it is said on stderr. */
export function sentence({ name, message }: Failure): string {
  return `leebow: ${name === "-" ? "standard input" : name}: ${message}`;
}
