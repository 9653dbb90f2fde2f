/** The gallery of the components, which no build has: what each does by keyboard, and that none has a violation. */
import { Ellipsis } from "lucide-react";
import { createElement, type ReactElement, type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { IconButton } from "../../src/ui/button";
import { Menu } from "../../src/ui/menu";
import { Popover } from "../../src/ui/popover";
import { focus, mount, onPhone, open, press } from "./screen";
import { expectAccessible, expectCount } from "./shown";

async function openGallery(): Promise<void> {
  await open("/components", { user: null });
  await expect.element(page.getByRole("heading", { name: "Leebow components" })).toBeVisible();
}

const type = async (text: string) => {
  for (const key of text) await press(key === " " ? "Space" : key);
};

test("the components have no accessibility violation", async () => {
  await openGallery();
  await expectAccessible();
});

test("notices of each kind have no violation while they are shown", async () => {
  await openGallery();
  for (const kind of ["Success", "Info", "Error"]) await page.getByRole("button", { name: kind, exact: true }).click();
  const notices = page.getByRole("region", { name: "Notifications" });
  const error = notices.getByText("Could not retrieve data. Please check back later.").first();
  // A notice that is pointed at stays.
  await error.hover();
  await expectAccessible(notices.element());
  await expect.element(error).toBeVisible();
});

test("the components have no accessibility violation on a phone and fit it", async () => {
  await onPhone();
  await openGallery();
  await expectAccessible();
  expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
});

test("a menu in a popover exposes its own ways out for the focus, and none of the popover's", async () => {
  const menu = createElement(Menu, { trigger: button("More"), entries: [{ label: "Save" }] });
  mount(createElement(Settings, null, menu));
  await page.getByRole("button", { name: "Settings" }).click();
  await expect.element(page.getByRole("button", { name: "More" })).toBeVisible();
  const hidden = () => [...document.querySelectorAll("[data-base-ui-focus-guard][aria-hidden]")];
  const of_popover = hidden();
  expect(of_popover.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "More" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Save" })).toBeVisible();
  await expect
    .poll(() => document.querySelectorAll("[data-base-ui-focus-guard]").length)
    .toBeGreaterThan(of_popover.length);
  await expect.poll(hidden).toEqual(of_popover);
});

const button = (label: string) =>
  createElement(IconButton, { icon: Ellipsis, label }) as unknown as ReactElement<Record<string, unknown>>;

function Settings({ children }: { children?: ReactNode }) {
  const [open, onOpenChange] = useState(false);
  return createElement(Popover, { open, onOpenChange, label: "Settings", trigger: button("Settings"), children });
}

test("tags are added, reused in their spelling and removed by keyboard", async () => {
  await openGallery();
  const field = page.getByLabelText("Tags", { exact: true });
  const chips = page.getByRole("toolbar", { name: "Tags, chosen" });
  await focus(field);
  await type("boat handling");
  await press("Enter");
  await type("gusty,");
  await press("Escape");
  await expectCount(page.getByRole("listbox"), 0);
  // The list is closed: Base UI would remove all tags.
  await press("Escape");
  await expect.element(chips).toHaveTextContent(/Speed\/Tuning.*light air.*Boat Handling.*gusty/s);
  await expect.element(field).toHaveValue("");
  await press("Backspace");
  await expect.element(chips).not.toHaveTextContent("gusty");
  await page.getByRole("button", { name: "Remove light air" }).click();
  await expect.element(chips).not.toHaveTextContent("light air");
});

test("a tag that is not on offer cannot be added where none may be created", async () => {
  await openGallery();
  const field = page.getByLabelText("Topics");
  const required = page.getByText("Choose at least one topic");
  await expect.element(required).toBeVisible();
  await field.fill("something else");
  await press("Enter");
  await expect.element(required).toBeVisible();
  await field.fill("local");
  await press("Enter");
  await expectCount(required, 0);
});

test("a slider moves by arrows and to its ends by Home and End, and announces its value", async () => {
  await openGallery();
  const feel = page.getByRole("slider", { name: "Feel", exact: true });
  await expect.element(feel).toHaveValue("4");
  await focus(feel);
  await press("ArrowRight");
  await expect.element(feel).toHaveValue("5");
  await press("Home");
  await expect.element(feel).toHaveValue("1");
  const tail = page.getByRole("slider", { name: "Tail" });
  await focus(tail);
  await press("PageUp");
  await expect.element(tail).toHaveAttribute("aria-valuetext", "80 s");
  await expect.element(page.getByRole("slider", { name: "Feel, disabled" })).toBeDisabled();
});

test("a date and time is chosen by keyboard, and one outside the bounds is refused with a sentence", async () => {
  await openGallery();
  const time = page.getByLabelText("End, time");
  await focus(page.getByRole("button", { name: "End, day: Choose a day" }));
  await press("Enter");
  await expect.element(page.getByRole("dialog", { name: "End, day" })).toBeVisible();
  await focus(page.getByRole("button", { name: /^22 June 2025/ }));
  await press("Enter");
  await expect.element(page.getByRole("button", { name: /^End, day: .*22/ })).toHaveFocus();
  await time.fill("9:5");
  await press("Tab");
  await expect.element(time).toHaveValue("09:05");
  await expectCount(page.getByText("End required"), 0);
  await time.fill("18:00");
  await expect.element(page.getByText(/^Choose a time from .* to .*, 17:40\.$/)).toBeVisible();
  await time.fill("25:00");
  await press("Tab");
  await expect.element(page.getByText(/End required|hours and minutes/)).toBeVisible();
});

test("a text area grows with what is typed", async () => {
  await openGallery();
  const area = page.getByLabelText("Report");
  const height = () => area.element().getBoundingClientRect().height;
  await expect.element(area).toBeVisible();
  const before = height();
  const text = Array.from({ length: 8 }, (_, i) => `Leg ${i + 1}`).join("\n");
  await area.fill(text);
  await expect.element(area).toHaveValue(text);
  await expect.poll(height).toBeGreaterThan(before + 40);
});
