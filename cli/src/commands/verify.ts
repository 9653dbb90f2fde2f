import { type Command as Commander, Option } from "commander";

export const VERIFY_FORMATS = ["text", "json"] as const;

/** The parsed command line of `leebow verify`. */
export interface VerifyCommand {
  name: "verify";
  paths: string[];
  format: (typeof VERIFY_FORMATS)[number];
}

const HELP = `
Each file is read twice, by Leebow and by an independent reader: fitparser for FIT, the crate gpx for GPX, the crate
nmea for NMEA 0183. Where the two differ, the report says which is right and cites the format's specification.
Other formats have no second reader, which is reported and is no difference. In an archive every recording is read
twice.

Examples:
  leebow verify session.fit
      as text
  leebow verify saturday/ --format json | jq '.files[] | select(.agrees == false)'
      for a program

Exit code: 0 no difference, 1 a difference or a file that could not be read, 2 the command line is wrong.`;

export function defineVerify(program: Commander, onCommand: (command: VerifyCommand) => void): void {
  program
    .command("verify")
    .summary("compare recordings with an independent reader")
    .description("Reads recordings with Leebow and with an independent reader, and reports where the two differ.")
    .argument("<files...>", "recordings or folders; - is standard input")
    .addOption(new Option("-f, --format <format>", "output format").choices(VERIFY_FORMATS).default("text"))
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Pick<VerifyCommand, "format">) =>
      onCommand({ name: "verify", paths, ...options }),
    );
}
