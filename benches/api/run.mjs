/**
 * `npm run bench:api`: the server under an open-loop load, on the embedded database and on PostgreSQL, with 10,000
 * tracks of 200 users. `--quick`: a tenth of the time, nothing recorded. `--embedded`, `--postgres`: one of them.
 * `--profile FOLDER`: profiles of the server's processor time.
 */

import { bootstrap } from "../../scripts/bootstrap.mjs";
import { build } from "../../scripts/build.mjs";
import { main } from "../../scripts/step.mjs";
import { benchApi, record, shortcomings } from "./main.mjs";

await main(async () => {
  const words = process.argv.slice(2);
  const found = await bootstrap(["postgres"]);
  await build(["native", "api"]);
  const quick = words.includes("--quick");
  const profile = words.includes("--profile") ? words[words.indexOf("--profile") + 1] : undefined;
  const only = words.includes("--embedded") ? "embedded" : words.includes("--postgres") ? "PostgreSQL" : undefined;
  const rows = await benchApi({ bin: found?.postgres, quick, profile, only });
  if (!quick) record(rows);
  const short = shortcomings(rows);
  for (const sentence of short) console.log(sentence);
  if (short.length > 0) process.exitCode = 1;
});
