/** What tests of the screens do and expect again and again. */
import axe from "axe-core";
import { expect, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { address, focus, press } from "./screen";

/** A card or panel by its name. */
export const region = (name: string): Locator => page.getByRole("region", { name, exact: true });

/** Expects so many elements. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length).toBe(count);

export const textsOf = (locator: Locator): string[] => locator.elements().map((one) => one.textContent.trim());

/** Expects elements with these texts, in this order. */
export const expectTexts = (locator: Locator, texts: readonly string[]): Promise<void> =>
  expect.poll(() => textsOf(locator)).toEqual(texts);

/** Expects that the open address, without the server's, is this one or fits this pattern. */
export const expectAddress = (expected: string | RegExp): Promise<void> =>
  typeof expected === "string" ? expect.poll(address).toBe(expected) : expect.poll(address).toMatch(expected);

/** Opens a list by its field, with the keyboard: a click that takes longer than 0.4 s chooses what is below the pointer. */
export async function openList(field: Locator): Promise<void> {
  await focus(field);
  await press("Enter");
}

/** Chooses from an open list, whose option under the pointer is marked once the list has its place. */
export async function chooseOption(name: string | RegExp): Promise<void> {
  const option = page.getByRole("option", { name, exact: true });
  await option.hover();
  await expect.element(option).toHaveAttribute("data-highlighted");
  await option.click();
}

/** Expects no violation found by axe: of all rules in the light theme, of contrast in the dark one too. */
export async function expectAccessible(part: Element = document.body): Promise<void> {
  for (const theme of ["light", "dark"]) {
    document.documentElement.style.colorScheme = theme;
    for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
    const runOnly = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const { violations } = await axe.run(part, { resultTypes: ["violations"], ...runOnly });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect(found, theme).toEqual([]);
  }
  document.documentElement.style.colorScheme = "";
}

/** An answer that never comes. */
export const never = (): Promise<never> => new Promise(() => undefined);

/** Does something that saves a file. Returns the name of the file, which is not saved. */
export async function savedName(act: () => Promise<unknown>): Promise<string> {
  const saving = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await act();
  await expect.poll(() => saving.mock.contexts.length).toBe(1);
  const [link] = saving.mock.contexts as HTMLAnchorElement[];
  saving.mockRestore();
  return link!.download;
}

/** The place of the middle of an element on the page, CSS px. */
export function middleOf(locator: Locator): { x: number; y: number } {
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Opens a menu by its button and chooses an entry, with the keyboard: a menu opens below a resting pointer too, and takes
 * no click of the pointer in the moment after. The arrow opens it and leaves it open; Enter would close one that the pointer
 * opened a moment before.
 */
export async function chooseInMenu(button: Locator, item: string | RegExp): Promise<void> {
  await focus(button);
  await press("ArrowDown");
  await focus(page.getByRole("menuitem", { name: item, exact: true }));
  await press("Enter");
}

/** An answer that comes when it is released. */
export function held<T>(value: T): { answer: Promise<T>; release: () => void } {
  let release = () => {};
  const answer = new Promise<T>((resolve) => {
    release = () => resolve(value);
  });
  return { answer, release };
}

/** Does something, and expects the notice that follows. */
export async function expectNotice(text: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Expects that an element is not there, and does not come for a moment. */
export async function expectNever(locator: Locator): Promise<void> {
  await new Promise((later) => setTimeout(later, 150));
  expect(locator.elements()).toEqual([]);
}

/** Expects these notices, and no other a moment later. */
export async function expectNotices(texts: readonly string[]): Promise<void> {
  const shown = page.getByRole("region", { name: "Notifications" }).getByCss("p");
  if (texts.length > 0) await expectTexts(shown, texts);
  await new Promise((later) => setTimeout(later, 150));
  expect(textsOf(shown)).toEqual(texts);
}

/** Expects the reason of a disabled button in its tooltip when the keyboard reaches it. */
export async function expectReason(button: string, reason: string): Promise<void> {
  const blocked = page.getByRole("button", { name: button, exact: true });
  await expect.element(blocked).toHaveAttribute("aria-disabled", "true");
  await expect.element(blocked).toHaveAccessibleDescription(reason);
  await press("Tab");
  await focus(blocked);
  await expect.element(page.getByCss("[data-side][data-open]").getByText(reason)).toBeVisible();
}
