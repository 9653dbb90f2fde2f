import type { Command } from "commander";
import { askServer, sentenceOf } from "../resources/admin/terminal-socket.ts";
import { runUserCommand } from "../resources/admin/user-commands.ts";
import { readConfig } from "./config.ts";
import { openExisting } from "./open-parts.ts";

/** Adds `user list|role|feature|quota|disable|enable`, and `role`, its older form. */
export function addUserCommands(program: Command): void {
  const user = program.command("user").description("list and change accounts; also while the server runs");
  user
    .command("list")
    .description("one line an account: e-mail, name, role, tracks, features")
    .argument("[search]", "words of name or e-mail", "")
    .action((search: string) => userCommand(["list", search]));
  user
    .command("role")
    .description("give a user a role: administrator, coach or none")
    .argument("<e-mail>")
    .argument("<role>")
    .action((email: string, role: string) => userCommand(["role", email, role]));
  user
    .command("feature")
    .description("grant a user these features and no others, beside those of everybody and of the plan")
    .argument("<e-mail>")
    .argument("[features...]", "coach_tools and others; none withdraws all")
    .action((email: string, features: string[]) => userCommand(["feature", email, ...features]));
  user
    .command("quota")
    .description("let a user store so many gigabytes of recordings, and so many tracks; usual gives what all may store")
    .argument("<e-mail>")
    .argument("<gigabytes>", "a number, or usual")
    .argument("[tracks]", "as usual when absent")
    .action((email: string, size: string, tracks?: string) =>
      userCommand(["quota", email, size, ...(tracks === undefined ? [] : [tracks])]),
    );
  user
    .command("disable")
    .description("end the sessions of a user, who cannot log in any more; what he has stored stays")
    .argument("<e-mail>")
    .argument("[reason...]", "for the audit")
    .action((email: string, reason: string[]) => userCommand(["disable", email, ...reason]));
  user
    .command("enable")
    .description("let a disabled user log in again")
    .argument("<e-mail>")
    .argument("[reason...]", "for the audit")
    .action((email: string, reason: string[]) => userCommand(["enable", email, ...reason]));
  program
    .command("role")
    .description("the same as user role")
    .argument("<e-mail>")
    .argument("<role>")
    .action((email: string, role: string) => userCommand(["role", email, role]));
}

/** By the server that runs on the embedded database, or in the database itself. */
async function userCommand(words: string[]): Promise<void> {
  const config = await readConfig(process.env, { is_existing: true });
  const lines = config.database_url ? null : await askServer(config.data, words);
  for (const line of lines ?? (await inDatabase(config, words))) process.stdout.write(`${line}\n`);
}

async function inDatabase(config: Awaited<ReturnType<typeof readConfig>>, words: string[]): Promise<string[]> {
  const { db, close } = await openExisting(config);
  try {
    return await runUserCommand(db, words);
  } catch (error) {
    throw new Error(sentenceOf(error));
  } finally {
    await close();
  }
}
