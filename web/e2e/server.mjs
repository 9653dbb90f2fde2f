/**
 * The server of the flows. Before it starts, a server in the same data folder registers an account, which the operator's
 * command makes an administrator: no call of the API gives a role.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { confirmationLink } from "./confirmation-link.mjs";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "api/dist/main.js");
const EMAIL = "ada.king@sail.example";
const PASSWORD = "leeward";
const MAIL_TIMEOUT_MS = 60_000;

await register();
const command = spawn(process.execPath, [MAIN, "role", EMAIL, "administrator"], {
  stdio: ["ignore", "ignore", "inherit"],
});
await once(command, "exit");
// Plans are bought from the embedded provider, which needs a demonstration. Its account stays closed behind a proxy.
const server = spawn(process.execPath, [MAIN, "--demo"], {
  env: { ...process.env, BILLING: "embedded" },
  stdio: "inherit",
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

async function register() {
  const first = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
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
  // A data folder that is used again has the account already: any answer will do.
  await fetch(`http://127.0.0.1:${port}/api/users/register/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...account, password: PASSWORD, password_confirmation: PASSWORD }),
  });
  // A role counts once the address is confirmed.
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (!confirmationLink(EMAIL) && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 100));
  const confirmed = await fetch(`http://127.0.0.1:${port}${confirmationLink(EMAIL)}`, { method: "POST" });
  // The mail of an earlier run has expired; its account is confirmed.
  if (![200, 410].includes(confirmed.status)) throw new Error(`The address was not confirmed: ${confirmed.status}`);
  const ended = once(first, "exit");
  first.kill("SIGTERM");
  await ended;
}
