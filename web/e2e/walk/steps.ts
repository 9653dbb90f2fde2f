/** Steps that lead from one state of a page to the next. */
import { expect, type Locator, type Page } from "@playwright/test";
import { chooseOption } from "../helpers";
import type { Step } from "./walk";

const READY = { timeout: 20_000 };
type Name = string | RegExp;
const named = (name: Name) => ({ name, exact: typeof name === "string" });

/** Waits for a text. */
export const sees =
  (text: Name): Step =>
  (page) =>
    expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible(READY);

/** Waits for an element. */
export const seesThe =
  (find: (page: Page) => Locator): Step =>
  (page) =>
    expect(find(page).first()).toBeVisible(READY);

const clicks =
  (role: "button" | "menuitem" | "tab" | "radio" | "checkbox" | "switch" | "link") =>
  (name: Name): Step =>
  (page) =>
    page.getByRole(role, named(name)).filter({ visible: true }).first().click(READY);
export const presses = clicks("button");
export const entry = clicks("menuitem");
export const tab = clicks("tab");
export const radio = clicks("radio");
export const ticks = clicks("checkbox");
export const link = clicks("link");

export const fills =
  (label: Name, value: string): Step =>
  (page) =>
    page
      .getByLabel(label, { exact: typeof label === "string" })
      .and(page.locator("input, textarea"))
      .first()
      .fill(value, READY);

export const types =
  (...keys: string[]): Step =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

export const focuses =
  (find: (page: Page) => Locator): Step =>
  (page) =>
    find(page).first().focus(READY);

/** Chooses an option of the list that opens under a label. */
export const chooses =
  (label: string, option: Name): Step =>
  async (page) => {
    await page.getByLabel(label, { exact: true }).first().click(READY);
    await chooseOption(page.getByRole("option", named(option)).first());
    await expect(page.getByRole("option")).toHaveCount(0);
  };

export const dialog = (name: Name): Step => seesThe((page) => page.getByRole("dialog", { name }));
export const goes =
  (address: string): Step =>
  (page) =>
    page.goto(address);
export const reloads: Step = (page) => page.reload();
/** The replay is shown. */
export const plays = seesThe((page) => page.getByRole("button", { name: "Play", exact: true }));
