import { countText } from "@leebow/core";
import { loadCore } from "@leebow/core/node";
import { Command } from "commander";
import { buildIndexes } from "../platform/db/indexes.ts";
import { migrateFully } from "../platform/db/open.ts";
import { backup } from "../platform/ops/backup.ts";
import { restore } from "../platform/ops/restore.ts";
import { seedDemo } from "../resources/demo/seed.ts";
import { readConfig } from "./config.ts";
import { openConfigured, openExisting, storageOf } from "./open-parts.ts";
import { RESOURCES } from "./resources.ts";
import { openContext } from "./start.ts";
import { addUserCommands } from "./user-command.ts";

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);

/** The commands of `leebow-server`; without one `serve` starts the server. */
export function commandLine(serve: (options: { demo: boolean }) => Promise<void>): Command {
  const program = new Command("leebow-server")
    .description("The server of Leebow. Its configuration is the environment: see api/README.md.")
    .option("--demo", "make the demo account ready (only on a server that this machine alone can reach)", false)
    .action(serve);
  program.command("migrate").description("bring the tables of the database up to date").action(migrate);
  program.command("seed").description("make the demo account and its recordings").action(seed);
  program
    .command("backup")
    .description("write every row and every file into one tar")
    .argument("<file>", "the tar to write")
    .action(backUp);
  program
    .command("restore")
    .description("read a backup into an empty database and an empty file storage")
    .argument("<file>", "the tar to read")
    .action(restoreFrom);
  addUserCommands(program);
  return program;
}

async function migrate(): Promise<void> {
  const config = await readConfig();
  const { db, kind, close } = await openConfigured(config, { migrate: false });
  try {
    const done = [
      ...(await migrateFully(config.database_url, db)),
      ...(await buildIndexes(db, { concurrently: kind === "postgres" })),
    ];
    say(done.length ? `Done: ${done.join(", ")}.` : "The tables are up to date.");
  } finally {
    await close();
  }
}

async function seed(): Promise<void> {
  const { context, close } = await openContext({ ...(await readConfig(process.env, { demo: true })), role: "all" });
  try {
    await seedDemo(context);
    say("The demo account and its recordings are ready. Start the server with --demo to open the account.");
  } finally {
    await close();
  }
}

async function backUp(file: string): Promise<void> {
  const config = await readConfig(process.env, { is_existing: true });
  const { snapshot, close } = await openExisting(config);
  try {
    const done = await backup(
      { snapshot, storage: await storageOf(config), core: await loadCore(), resources: RESOURCES },
      file,
    );
    say(`${countText(done.rows, "row")} and ${countText(done.files, "file")} are in ${file}.`);
    say(
      "The server's secret is not in it: keep LEEBOW_SECRET, or the file secret of the data folder, in another place.",
    );
    if (done.missing.length > 0) {
      say(
        `${countText(done.missing.length, "file is", "files are")} not in the storage: ${done.missing.slice(0, 20).join(", ")}.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await close();
  }
}

async function restoreFrom(file: string): Promise<void> {
  const config = await readConfig();
  const opened = await openConfigured(config, { migrate: false });
  try {
    const { rows, files, manifest } = await restore({ ...opened, resources: RESOURCES }, await storageOf(config), file);
    say(`${countText(rows, "row")} and ${countText(files, "file")} of ${manifest.created} are restored.`);
  } finally {
    await opened.close();
  }
}
