import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { leebow } from "./world.ts";

/**
 * A case is a text file: the command line after `$ leebow`, what it prints on stdout and, after `--- stderr`, there,
 * and the exit code after `--- exit`. An ellipsis stands for any text of a line, alone on a line for any lines.
 */
const FOLDER = new URL("cases/", import.meta.url);

describe("the command line", () => {
  for (const file of readdirSync(FOLDER).sort()) {
    const { title, line, stdout, stderr, code } = read(readFileSync(new URL(file, FOLDER), "utf8"));
    it(title, async () => {
      const answer = await leebow(line);
      expect(answer.stdout).toMatch(pattern(stdout));
      expect(answer.stderr).toMatch(pattern(stderr));
      expect(answer.code).toBe(code);
    });
  }
});

function read(text: string) {
  const parts = /^# (.*)\n\$ leebow(.*)\n([\s\S]*?)(?:--- stderr\n([\s\S]*?))?--- exit (\d)\n$/.exec(text);
  if (!parts) throw new Error(`This case is not written as cases are:\n${text}`);
  const [, title = "", line = "", stdout = "", stderr = "", code] = parts;
  return { title, line, stdout, stderr, code: Number(code) };
}

function pattern(expected: string): RegExp {
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `^${escaped.replace(/^…\n/gm, "(?:.*\\r?\\n)*?").replaceAll("…", ".*").replaceAll("\n", "\\r?\\n")}$`,
  );
}
