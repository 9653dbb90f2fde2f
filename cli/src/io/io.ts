/** The process environment of a command, replaced in tests. */
export interface Io {
  /** The folder that paths on the command line are relative to. */
  cwd: string;
  stdin: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  stdout(text: string): Promise<void>;
  stderr(text: string): void;
  /** Longest time without data from a pipe or a device that is named as a file, ms. */
  read_timeout_ms: number;
  /** Whether stderr is a terminal, where a progress line can be rewritten. */
  watched: boolean;
  /** Whether stdout may have colours. */
  coloured: boolean;
}
