/**
 * Every page in each of its states has no violation of axe's rules, no horizontal scrolling, no word outside of its button and
 * nothing to press under 24 px. Flows test what is done on the pages; rows of the same group share what they look at.
 */
import { ACCOUNT, TEAMS, WELCOME } from "./walk/account";
import { ADMINISTRATION } from "./walk/admin";
import { BEFORE_LOGIN, LOCAL_FILES } from "./walk/before-login";
import { JOURNAL, REPORTS, SEASON } from "./walk/dashboard";
import { RACE_REPORT } from "./walk/race-report";
import { RACES, SHARING } from "./walk/races";
import { STRAIGHTS } from "./walk/straights";
import { LIST, MAP, REPORT } from "./walk/tracks";
import { type Row, test, walk } from "./walk/walk";
import { WIND_FILES } from "./walk/wind-files";

const GROUPS: Record<string, Row[]> = {
  "before the login": BEFORE_LOGIN,
  "files that stay in the browser": LOCAL_FILES,
  "account, welcome and teams": [...ACCOUNT, ...WELCOME, ...TEAMS],
  "the dashboard": [...REPORTS, ...SEASON, ...JOURNAL],
  "tracks, their reports and wind files": [...LIST, ...MAP, ...WIND_FILES, ...REPORT],
  "straight-line analyses": STRAIGHTS,
  "races and their reports": [...RACES, ...SHARING, ...RACE_REPORT],
  "the administration": ADMINISTRATION,
};

for (const [group, rows] of Object.entries(GROUPS))
  test.describe(group, () => {
    // In one worker, which makes the accounts and tracks of the group once.
    test.describe.configure({ mode: "default" });
    for (const row of rows)
      test(`${row.name} has no fault in any of its states`, async ({ page }) => {
        await walk(page, row);
      });
  });
