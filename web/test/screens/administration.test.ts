/** The administration: jobs and their questions, a server that does not answer, and who is no administrator. */
import type { AdminJob, AdminUser, Health } from "@leebow/api/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answer, noAnswer, refusal } from "./answers";
import { ADA, onePage, trackOf } from "./made";
import { focus, MARTA, onPhone, open, press } from "./screen";
import { chooseInMenu, chooseOption, expectCount, expectNotices, openList } from "./shown";
import { answerTracks } from "./track-answers";

const HEALTH: Health = {
  checked: "2026-06-13T10:00:00.000Z",
  parts: [{ part: "server", is_well: true, value: 12, unit: "h", sentence: "answers, 210 MB" }],
};

const userOf = (id: number, first_name: string, last_name: string, role: number | null): AdminUser => ({
  id,
  email: `${first_name}.${last_name}@sail.example`.toLowerCase(),
  first_name,
  last_name,
  profile_img: null,
  role,
  granted_features: [],
  enabled_features: ["athlete"],
  disabled: null,
  last_seen: null,
  tracks: 3,
  stored_bytes: 2_000_000,
  quota_bytes: 5_000_000_000,
  quota_tracks: 2000,
  own_quota: false,
  is_self: id === ADA.id,
  can: {
    change_role: id !== ADA.id,
    disable: id !== ADA.id,
    why_not: id === ADA.id ? "This is your own account." : null,
  },
});

function answerAdministration(
  users: AdminUser[] = [userOf(ADA.id, "Ada", "King", 1), userOf(70, "Paul", "Roig", null)],
) {
  answer("GET /admin/users/", ({ query }) => {
    const words = query.get("search")?.toLowerCase() ?? "";
    const results = users.filter(({ email }) => email.includes(words));
    return { count: results.length, page: 1, page_size: 50, results };
  });
  answer("GET /admin/health/", () => HEALTH);
  answer("GET /admin/storage/", () => ({
    kinds: [{ kind: "recordings" as const, bytes: 2_000_000 }],
    free_bytes: 9_000_000_000,
    quota_bytes: 5_000_000_000,
    quota_tracks: 2000,
    nearly_full: 0,
  }));
  answer("GET /admin/jobs/", () => ({ counts: { failed: 0, running: 0, waiting: 0 }, results: [] }));
  answer("GET /admin/audit/", () => ({ count: 0, page: 1, page_size: 50, results: [] }));
}

test("a job is cancelled after a question and runs again by Retry, from the keyboard; one that has ended says so", async () => {
  answerAdministration();
  const job: AdminJob = {
    id: "0b5f6f2e-6c1d-4a59-9a51-6f0d1c2b3a49",
    name: "analyze-track",
    state: "waiting",
    subject: "Olga King, day.fit",
    error: null,
    attempts: 1,
    time: new Date().toISOString(),
    can_cancel: true,
  };
  const id = "1b5f6f2e-6c1d-4a59-9a51-6f0d1c2b3a49";
  const other: AdminJob = { ...job, id, subject: "Tom King, night.fit", state: "running" };
  let has_ended = false;
  const sent: string[] = [];
  answer("GET /admin/jobs/", () => {
    const counts = { failed: 0, running: has_ended ? 0 : 1, waiting: job.state === "waiting" ? 1 : 0 };
    const shown = has_ended ? [job] : [other, job];
    return { counts, results: job.state === "waiting" ? shown.reverse() : shown };
  });
  answer("POST /admin/jobs/{id}/cancel/", ({ params }) => {
    sent.push("cancel");
    if (params.id === id) {
      has_ended = true;
      return refusal(409, { detail: "This job has ended already." });
    }
    return Object.assign(job, { state: "cancelled", can_cancel: false });
  });
  answer("POST /admin/jobs/{id}/retry/", () => {
    sent.push("retry");
    return Object.assign(job, { state: "waiting", can_cancel: true });
  });
  await open("/admin", { user: ADA });
  const cancel = page.getByRole("button", { name: "Cancel Read track, Olga King, day.fit" });
  const retry = page.getByRole("button", { name: "Retry Read track, Olga King, day.fit" });
  const question = page.getByRole("dialog", { name: "Cancel this job?" });
  const no = question.getByRole("button", { name: "No" });
  await focus(cancel);
  await press("Enter");
  await expect
    .element(question)
    .toHaveTextContent("It does not run unless you press Retry. Files and earlier results stay.");
  await expect.element(no).toHaveFocus();
  await press("Escape");
  await expect.element(cancel).toHaveFocus();
  expect(sent).toEqual([]);
  await press("Enter");
  await expect.element(no).toHaveFocus();
  await press("Tab");
  await press("Enter");
  await expect.element(page.getByText("cancelled", { exact: true })).toBeVisible();
  await expect.element(retry).toHaveFocus();
  await press("Enter");
  await expect.element(cancel).toHaveFocus();
  expect(sent).toEqual(["cancel", "retry"]);

  await page.getByRole("button", { name: "Cancel Read track, Tom King, night.fit" }).click();
  await expect.element(question).toHaveTextContent("This cannot be undone: Retry begins it again.");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect.element(page.getByText("This job has ended already.")).toBeVisible();
  await expectCount(question, 0);
  await expectCount(page.getByText("Tom King, night.fit"), 0);
  await expect.element(cancel).toBeVisible();
});

test("a server that does not answer leaves what is known, and its time", async () => {
  answerAdministration();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open("/admin", { user: ADA });
  await expect.element(page.getByText("answers, 210 MB")).toBeVisible();
  answer("GET /admin/health/", noAnswer);
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  await expect.element(page.getByText("Last known, 12:00")).toBeVisible();
});

test("who was given the role in the meantime enters at once, and has the link", async () => {
  answerAdministration();
  answer("GET /users/me/", () => ({ ...MARTA, role: 1 as const }));
  await open("/admin");
  await expect.element(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Admin", exact: true })).toBeVisible();
});

test("an administrator whose address is not confirmed is told so, and can have the mail again", async () => {
  const user = { ...ADA, email_confirmed: false };
  answer("GET /users/me/", () => user);
  await open("/admin", { user });
  await expect.element(page.getByRole("heading", { name: "Your address is not confirmed" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Resend" })).toBeVisible();
});

test("somebody else sees no link to it, and a page that says so", async () => {
  answer("GET /users/me/", () => MARTA);
  await open("/admin");
  await expect.element(page.getByRole("heading", { name: "Administration is for administrators" })).toBeVisible();
  await expectCount(page.getByRole("link", { name: "Admin", exact: true }), 0);
});

test("nobody disables the own account, and disabling somebody asks and says what stays", async () => {
  answerAdministration();
  await open("/admin", { user: ADA });
  await chooseInMenu(page.getByRole("button", { name: "More for Paul Roig" }), "Disable");
  const dialog = page.getByRole("dialog", { name: "Disable Paul Roig?" });
  await expect.element(dialog.getByText(/tracks, journals and teams stay/)).toBeVisible();
  await press("Escape");
  await expectCount(dialog, 0);
  await page.getByRole("button", { name: "More for Ada King" }).click();
  await expect.element(page.getByRole("menuitem", { name: /^Disable/ })).toHaveTextContent("own account");
});

test("users, jobs, storage and audit that could not be read say why, and each is read again by its button", async () => {
  answerAdministration();
  const fail = () => refusal(500, { detail: "The database does not answer." });
  answer("GET /admin/users/", fail);
  answer("GET /admin/jobs/", fail);
  answer("GET /admin/storage/", fail);
  answer("GET /admin/audit/", fail);
  await open("/admin", { user: ADA });
  const again = page.getByRole("button", { name: "Try again" });
  await expectCount(again, 4);
  answerAdministration();
  for (const left of [3, 2, 1, 0]) {
    await again.first().click();
    await expectCount(again, left);
  }
  await expect.element(page.getByText("Paul.Roig@sail.example", { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText("No jobs")).toBeVisible();
});

test("a change that could not be taken back is said to be so, and stays in the row", async () => {
  const paul = userOf(70, "Paul", "Roig", null);
  answerAdministration([userOf(ADA.id, "Ada", "King", 1), paul]);
  answer("PATCH /admin/users/{id}/", ({ body }) => Object.assign(paul, body));
  await open("/admin", { user: ADA });
  await chooseInMenu(page.getByRole("button", { name: "More for Paul Roig" }), "Change role to Coach");
  await expectNotices(["Paul Roig has the role Coach."]);
  answer("PATCH /admin/users/{id}/", () => refusal(503, { detail: "The server is busy." }));
  await page.getByRole("button", { name: "Undo" }).click();
  await expectNotices(["The server is busy."]);
});

test("on a phone the administration is behind the picture", async () => {
  await onPhone();
  answerAdministration();
  answerTracks([]);
  await open("/home", { user: ADA });
  await chooseInMenu(page.getByRole("button", { name: "Ada King, account" }), "Administration");
  await expect.element(page.getByRole("table", { name: "Users" })).toBeVisible();
});

test("the journal of a private track leads an administrator to the track, which asks for the reason", async () => {
  answerTracks([trackOf({ permissions: "PRIVATE" })]);
  const detail = "This track is private. Give the reason to look at it: the audit keeps it.";
  const closed = () => refusal(409, { detail, code: "reason_required" });
  answer("GET /tracks/{id}/journal/", closed);
  await open("/home", { user: ADA });
  await page.getByRole("button", { name: /^Journal of Marta Vidal/ }).click();
  const dialog = page.getByRole("dialog", { name: "Journal" });
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(detail);
  answer("GET /tracks/{id}/", closed);
  await dialog.getByRole("link", { name: "Open the track" }).click();
  await expect.element(page.getByLabelText("Reason")).toBeVisible();
});

test("on a phone an administrator comes to all tracks by the list of modes", async () => {
  await onPhone();
  answerTracks([trackOf()]);
  const listed: (string | null)[] = [];
  answer("GET /tracks/", ({ query }) => {
    listed.push(query.get("owner"));
    return onePage([trackOf()]);
  });
  answer("GET /admin/users/", () => ({ count: 0, page: 1, page_size: 50, results: [] }));
  await open("/home", { user: ADA });
  await openList(page.getByRole("combobox", { name: "Whose tracks" }));
  await chooseOption("All Tracks");
  await expect.element(page.getByRole("button", { name: "Filter by sailor: all" })).toBeVisible();
  await expect.poll(() => listed.at(-1)).toBe("all");
});

test("an administrator may make a race", async () => {
  answerTracks([]);
  await open("/home?tab=races", { user: ADA });
  await expect.element(page.getByRole("button", { name: "New Race" }).first()).toBeVisible();
});
