import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unitEnvironment } from "../../api/bin/unit-environment.mjs";
import { ROOT } from "../step.mjs";

const folder = mkdtempSync(join(tmpdir(), "leebow-unit-"));
const unit = join(folder, "leebow.service");
beforeAll(() => {
  writeFileSync(
    join(folder, "leebow.env"),
    '# of the club\n\nPUBLIC_URL=https://tracks.example.org\nSMTP_URL=smtp://club:a#b@mail\nMAIL_FROM="Club <a@b.c>"\n',
  );
  const text = [
    "[Unit]",
    "Description=not=this",
    "[Service]",
    "User=leebow",
    `Environment=HOST=127.0.0.1 PUBLIC_URL=http://other "OPERATOR_NAME=Club of Kiel" \\`,
    "  LEEBOW_DATA=/var/lib/leebow",
    `EnvironmentFile=-${join(folder, "leebow.env")}`,
    `EnvironmentFile=-${join(folder, "absent.env")}`,
  ];
  writeFileSync(unit, text.join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a command of the server has the variables and the user of the unit, its file of variables last", () =>
  expect(unitEnvironment(unit)).toEqual({
    variables: {
      HOST: "127.0.0.1",
      OPERATOR_NAME: "Club of Kiel",
      LEEBOW_DATA: "/var/lib/leebow",
      PUBLIC_URL: "https://tracks.example.org",
      SMTP_URL: "smtp://club:a#b@mail",
      MAIL_FROM: "Club <a@b.c>",
    },
    user: "leebow",
  }));

test("what systemctl edit has changed counts", () => {
  mkdirSync(`${unit}.d`);
  writeFileSync(join(`${unit}.d`, "override.conf"), "[Service]\nUser=sailor\nEnvironment=LEEBOW_DATA=/srv/tracks\n");
  const { user, variables } = unitEnvironment(unit);
  expect([user, variables.LEEBOW_DATA]).toEqual(["sailor", "/srv/tracks"]);
});

test("without a unit a command has the variables of its shell alone", () =>
  expect(unitEnvironment(join(folder, "none.service"))).toEqual({ variables: {}, user: null }));

test("the unit that is delivered names its data folder and its user", () => {
  const { user, variables } = unitEnvironment(join(ROOT, "deploy/leebow.service"));
  expect([user, variables.LEEBOW_DATA]).toEqual(["leebow", "/var/lib/leebow"]);
});
