/** Pages between a phone and a desk, and names that are long. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "./answers";
import { ADA, raceOf, trackOf, windFileOf, windReportOf } from "./made";
import { MARTA, open } from "./screen";
import { expectCount } from "./shown";
import { answerTracks } from "./track-answers";
import { answerWindFiles } from "./wind-answers";

const BANNER = page.getByRole("banner");

test.for([600, 768, 834, 920, 1024, 1180])("at %i px the header fits, of an administrator, too", async (width) => {
  answerTracks([trackOf()]);
  for (const user of [MARTA, ADA]) {
    await page.viewport(width, 900);
    await open("/home", { user });
    const face = BANNER.getByRole("button", { name: `${user.first_name} ${user.last_name}, account` });
    await expect.element(face).toBeVisible();
    expect(face.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test("between a phone and a desk the account and the way out are behind the picture", async () => {
  answerTracks([trackOf()]);
  await page.viewport(768, 900);
  await open("/home");
  await BANNER.getByRole("button", { name: "Marta Vidal, account" }).click();
  await expectCount(BANNER.getByRole("button", { name: "Logout" }), 0);
  for (const name of ["My Account", "Logout"]) await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
});

test.for([390, 768, 1440])("at %i px races are told apart by the ends of their names", async (width) => {
  const names = [11, 12].map((number) => `Club Championship of the Bay, race ${number}`);
  answerTracks(
    [trackOf()],
    names.map((name, at) => raceOf({ id: at + 1, name })),
  );
  await page.viewport(width, 900);
  await open("/home?tab=races");
  for (const name of names) {
    await expectWhole(page.getByRole("link", { name, exact: true }).first());
    const menu = page.getByRole("button", { name: `More for ${name}` }).element();
    const row = menu.closest("article")!;
    expect(menu.getBoundingClientRect().right).toBeLessThanOrEqual(row.getBoundingClientRect().right);
  }
});

test.for([768, 1440])("at %i px the header has the whole name of what is open", async (width) => {
  const name = "Second beat of the club championship";
  answerWindFiles([windFileOf()]);
  answer("GET /windreports/{id}/", () => windReportOf({ name }));
  await page.viewport(width, 900);
  await open("/wind-report/9", { user: ADA });
  await expectWhole(BANNER.getByText(name));
});

/** Expects that no part of an element's text is cut. */
async function expectWhole(locator: { element(): Element; query(): Element | null }) {
  await expect.poll(() => locator.query() !== null).toBe(true);
  const element = locator.element();
  const boxes = [element, ...element.querySelectorAll("*")].map((one) => [
    one.scrollWidth - one.clientWidth,
    one.scrollHeight - one.clientHeight,
  ]);
  for (const [wide, high] of boxes) {
    expect(wide).toBeLessThanOrEqual(1);
    expect(high).toBeLessThanOrEqual(1);
  }
}
