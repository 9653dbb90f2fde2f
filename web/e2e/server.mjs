/**
 * The server of the flows, in a folder that already has an administrator: no call of the API gives a role. The folder is a
 * copy of one that is made once for the database as it is now, by a server that registers the account and by the operator's
 * command.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../scripts/stamp.mjs";
import { confirmationLink } from "./confirmation-link.mjs";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "api/dist/main.js");
const EMAIL = "ada.king@sail.example";
const PASSWORD = "leeward";
const MAIL_TIMEOUT_MS = 60_000;

const TEMPLATES = join(ROOT, "target/flows");
/** What a new database holds. A server that differs elsewhere brings an older folder up to date when it starts. */
const SHAPE = ["api/src/platform/db/migrations", "api/src/platform/jobs", "api/src/resources", "web/e2e/server.mjs"];
const PGLITE = "node_modules/@electric-sql/pglite/package.json";

const DATA = process.env.LEEBOW_DATA;
// A folder of an earlier run is used as it is.
if (!existsSync(DATA) || readdirSync(DATA).length === 0) cpSync(await template(), DATA, { recursive: true });
// Plans are bought from the embedded provider, which needs a demonstration. Its account stays closed behind a proxy.
const server = spawn(process.execPath, [MAIN, "--demo"], {
  env: { ...process.env, BILLING: "embedded" },
  stdio: "inherit",
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

/** The folder to copy. Those of other databases are removed. */
async function template() {
  const name = digest([...SHAPE, PGLITE]).slice(0, 16);
  const path = join(TEMPLATES, name);
  if (existsSync(path)) return path;
  mkdirSync(TEMPLATES, { recursive: true });
  for (const other of readdirSync(TEMPLATES))
    if (!other.startsWith("new-")) rmSync(join(TEMPLATES, other), { recursive: true });
  const folder = mkdtempSync(join(TEMPLATES, "new-"));
  const env = { ...process.env, LEEBOW_DATA: folder };
  await register(env);
  const command = spawn(process.execPath, [MAIN, "role", EMAIL, "administrator"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(command, "exit");
  if (code !== 0) throw new Error("The account of the flows could not be made an administrator.");
  // Another run may have been faster.
  if (existsSync(path)) rmSync(folder, { recursive: true });
  else renameSync(folder, path);
  return path;
}

async function register(env) {
  const first = spawn(process.execPath, [MAIN], { env: { ...env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  const port = await new Promise((resolve, reject) => {
    first.stdout.on("data", (chunk) => {
      output += chunk;
      const ready = /^Leebow is ready at http:\/\/localhost:(\d+)\.$/m.exec(output);
      if (ready) resolve(ready[1]);
    });
    first.on("exit", () => reject(new Error(`The server did not start: ${output}`)));
  });
  const account = { first_name: "Ada", last_name: "King", email: EMAIL, primary_boat_class: "49er" };
  await fetch(`http://127.0.0.1:${port}/api/users/register/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...account, password: PASSWORD, password_confirmation: PASSWORD }),
  });
  // A role counts once the address is confirmed.
  const outbox = join(env.LEEBOW_DATA, "outbox");
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (!confirmationLink(EMAIL, outbox) && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 100));
  const confirmed = await fetch(`http://127.0.0.1:${port}${confirmationLink(EMAIL, outbox)}`, { method: "POST" });
  if (confirmed.status !== 200) throw new Error(`The address was not confirmed: ${confirmed.status}`);
  const ended = once(first, "exit");
  first.kill("SIGTERM");
  await ended;
}
