/** Structured lines on stderr, one JSON object each. Quiet: only what somebody must look at. */
export interface Log {
  error(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
}

/** `verbose` adds what is merely of interest. */
export function stderrLog(verbose = false): Log {
  const write = (level: string, event: string, fields: Record<string, unknown> = {}) => {
    const plain = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v instanceof Error ? v.stack : v]));
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...plain })}\n`);
  };
  return {
    error: (event, fields) => write("error", event, fields),
    info: (event, fields) => verbose && write("info", event, fields),
  };
}
