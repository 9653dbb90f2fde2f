/**
 * What the unit of systemd gives to the server, for commands in a shell: the same variables and the same user. Read are
 * `Environment`, `EnvironmentFile` and `User` of the unit and of its drop-ins (`systemctl edit`).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where docs/operations.md installs it. */
const UNIT = "/etc/systemd/system/leebow.service";

/** Variables and user (null: not named) of the unit at this path; without a unit there are none. */
export function unitEnvironment(path = process.env.LEEBOW_UNIT || UNIT) {
  const service = [path, ...dropIns(`${path}.d`)].filter(existsSync).flatMap((file) => settingsOf(file));
  const named = (name) => service.filter(([key]) => key === name).map(([, value]) => value);
  const own = named("Environment").flatMap(words);
  const files = named("EnvironmentFile").flatMap((file) => variablesIn(file.replace(/^-/, ""), file.startsWith("-")));
  return { variables: Object.fromEntries([...own.map(assignment), ...files]), user: named("User").at(-1) ?? null };
}

/**
 * Gives this process the variables of the unit that it does not have, and, where it is root's, the user of the unit:
 * what root writes into the data folder the server could not open.
 */
export function takeUnitEnvironment(unit = unitEnvironment()) {
  for (const [name, value] of Object.entries(unit.variables)) process.env[name] ??= value;
  if (!unit.user || process.getuid?.() !== 0) return;
  process.umask(0o077);
  process.initgroups(unit.user, unit.user);
  process.setgid(unit.user);
  process.setuid(unit.user);
}

function dropIns(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".conf"));
  return names.sort().map((name) => join(folder, name));
}

/** `[name, value]` of the section [Service]; a line that ends with a backslash goes on in the next one. */
function settingsOf(path) {
  const lines = readFileSync(path, "utf8").replace(/\\\n/g, " ").split("\n");
  let section = "";
  return lines.flatMap((line) => {
    section = /^\[(.+)\]\s*$/.exec(line)?.[1] ?? section;
    return section === "Service" && /^\w+=/.test(line) ? [assignment(line.trim())] : [];
  });
}

/** The lines `NAME=value` of a file of variables. A `#` inside of a value belongs to it, unlike in files of dotenv. */
function variablesIn(path, is_optional) {
  if (is_optional && !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => /^\w+=/.test(line))
    .map((line) => assignment(line))
    .map(([name, value]) => [name, unquoted(value)]);
}

/** Words between spaces; quotes hold a word together. */
const words = (text) => (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ""));

const assignment = (text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];

const unquoted = (text) => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
