/** Log lines on stderr, one JSON object each. `error` is for events that need attention. */
export interface Log {
  error(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
}

/** Without `verbose`, `info` writes nothing. */
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
