import { Readable } from "node:stream";
import { csvCell } from "@leebow/core";
import type { Db } from "../../platform/db/open.ts";
import type { Download } from "../../platform/http/send-file.ts";
import { auditBefore, presentAudit } from "./audit.ts";

const HEAD = "time,who,did,why\r\n";

/** Every line of the audit that fits the search, newest first, read from the database while it is sent. */
export function auditCsv(db: Db, search: string | undefined): Download {
  return {
    content: Readable.toWeb(Readable.from(pieces(db, search))) as ReadableStream<Uint8Array>,
    content_type: "text/csv; charset=utf-8",
    name: `leebow-audit-${new Date().toISOString().slice(0, 10)}.csv`,
  };
}

/** A query a piece, so that no connection is held while a slow client reads. */
async function* pieces(db: Db, search: string | undefined): AsyncGenerator<Buffer> {
  yield Buffer.from(HEAD);
  for (let before: number | null = null; ; ) {
    const rows = await auditBefore(db, search, before);
    if (rows.length === 0) return;
    const lines = rows
      .map(presentAudit)
      .map(({ at, who, did, why }) => [at, who, did, why ?? ""].map(csvCell).join(","));
    yield Buffer.from(`${lines.join("\r\n")}\r\n`);
    before = rows.at(-1)!.id;
  }
}
