/** What the program sees of the world, so that a test can be the world. */
export interface Io {
  /** Paths on the command line are relative to it. */
  cwd: string;
  stdin: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  stdout(text: string): Promise<void>;
  stderr(text: string): void;
  /** True when a person watches stderr, and can be shown a line that changes. */
  watched: boolean;
  /** True when stdout may be coloured. */
  coloured: boolean;
}
