const OID = { bytea: 17, int8: 20, date: 1082, timestamp: 1114, numeric: 1700 } as const;

/** Every driver returns the same types: numbers for int8 and numeric, text for dates and timestamps without a zone. */
export const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.bytea]: (text) => Buffer.from(text.slice(2), "hex"),
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.date]: (text) => text,
  [OID.timestamp]: (text) => text,
};
