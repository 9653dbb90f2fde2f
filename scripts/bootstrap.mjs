/** What both commands need before they begin: Node, the packages and the tools of what they build. */
import { join } from "node:path";
import { s3 } from "./s3-server.mjs";
import { unlessSame } from "./stamp.mjs";
import { openLog, ROOT, run, step } from "./step.mjs";
import { chromium, cxx, node, postgres, rust, rustLints } from "./tools.mjs";

const TOOLS = { chromium, cxx, postgres, rust, "rust-lints": rustLints, s3 };

/** Installs the packages and, at the same time, these tools one after the other. Returns what each tool gave, by name. */
export async function bootstrap(names = []) {
  node();
  const found = {};
  const tools = async () => {
    for (const name of names) found[name] = await TOOLS[name]();
  };
  await Promise.all([packages(), tools()]);
  return found;
}

async function packages() {
  const inputs = ["package-lock.json", ".npmrc"];
  const outputs = ["node_modules/.package-lock.json"];
  const path = join(ROOT, "node_modules", ".leebow-installed");
  await unlessSame("packages", { inputs, outputs, path }, () => step("Install the packages", install));
}

function install() {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  return run(command, [...first, "ci"], {
    log: openLog("packages"),
    remedy: "The packages could not be installed: check the connection and start again.",
  });
}
