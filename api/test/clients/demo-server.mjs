/** A built server with the demo account, for the programs of others that are tried on the API. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../../scripts/free-port.mjs";
import { Failure, ROOT } from "../../../scripts/step.mjs";

const READY_WITHIN_MS = 180_000;

/** Starts it with its data in this folder: its address, a session of the demo account, and how it ends. */
export async function openDemoServer(folder) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), LEEBOW_DATA: join(folder, "data"), DATABASE_URL: "" };
  const child = spawn(process.execPath, [join(ROOT, "api/dist/main.js"), "--demo"], { env, stdio: "ignore" });
  const stop = () => child.kill("SIGKILL");
  try {
    await ready(address);
    return { port, address, token: await session(address), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function ready(address) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${address}/api/health/ready/`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Failure("The server was not ready in time.");
}

async function session(address) {
  const body = JSON.stringify({ email: "demo@leebow.example", password: "leebow" });
  const headers = { "content-type": "application/json" };
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`${address}/api/users/login/`, { method: "POST", headers, body });
    if (answer.ok) return (await answer.json()).access;
    await new Promise((wake) => setTimeout(wake, 1000));
  }
  throw new Failure("The demo account could not log in.");
}
