import { type Command as Commander, Option } from "commander";

export const VERIFY_FORMATS = ["text", "json"] as const;

/** `leebow verify`, understood. */
export interface VerifyCommand {
  name: "verify";
  paths: string[];
  format: (typeof VERIFY_FORMATS)[number];
}

const HELP = `
Each file is read twice, by Leebow and by a reader of somebody else: fitparser for FIT, the crate gpx for GPX, the
crate nmea for NMEA 0183. Where the two differ it is said which is right, and where the format's own text says so.
Other formats have no second reader; that is said, and counts as no difference. Of an archive every recording in it
is read twice.

Examples:
  leebow verify session.fit
      in plain words
  leebow verify saturday/ --format json | jq '.files[] | select(.agrees == false)'
      for a program

Exit code: 0 no reading differs, 1 one differs or a file could not be read, 2 the command line is wrong.`;

export function defineVerify(program: Commander, understand: (command: VerifyCommand) => void): void {
  program
    .command("verify")
    .summary("a second reader's opinion of these recordings")
    .description("Reads recordings with Leebow and with another reader, and says where the two agree.")
    .argument("<files...>", "recordings or folders of them; - is the standard input")
    .addOption(new Option("-f, --format <format>", "how to print").choices(VERIFY_FORMATS).default("text"))
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Pick<VerifyCommand, "format">) =>
      understand({ name: "verify", paths, ...options }),
    );
}
