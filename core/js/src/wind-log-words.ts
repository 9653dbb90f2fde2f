/** Sentences for logs that give no wind, by the kind of the engine's error: its own are about tracks. */
const SENTENCES: Partial<Record<string, string>> = {
  unknown_format:
    "This is not a wind log Leebow can read: it needs a time and a wind direction or speed in each row, as NMEA 0183 or as a table with columns such as time, twd and tws.",
  no_times: "This wind log has no times.",
  no_positions: "There is no wind in this file.",
  not_a_track: "There is no wind in this file.",
};

/** Why a wind log cannot be read, in a sentence about a wind log. */
export const windLogWords = ({ kind, message }: { kind: string; message: string }): string =>
  SENTENCES[kind] ?? message;
