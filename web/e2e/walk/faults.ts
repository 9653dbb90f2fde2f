/** What is wrong on a page as it stands: found by axe, by the size of what is pressed, by the words of buttons and by the width. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
  }
}

/** Least width and height of what is pressed, px. */
const LEAST_PX = 24;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations of all rules of axe, or of these. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (values) => {
    const only = values ? { runOnly: { type: "rule" as const, values } } : {};
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, rules);
}

/** Horizontal scrolling, words that stand out of their button, and controls that are too small. */
export async function faultsOfLayout(page: Page, spaced = false): Promise<string[]> {
  return [...(await overflow(page)), ...(await wordsOutsideOfButtons(page)), ...(await tooSmall(page, spaced))];
}

const overflow = async (page: Page) => {
  const over_px = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over_px > 0 ? [`the page is ${over_px} px wider than the screen`] : [];
};

/** Visible words of a button that are not within it. Words that are cut or hidden by design do not count. */
export function wordsOutsideOfButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      getComputedStyle(element).clipPath !== "none" ||
      element.clientWidth <= 1;
    const wordsOf = (button: Element) => {
      const found: { text: string; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        const parent = node.parentElement!;
        if (!node.textContent?.trim() || (parent !== button && isHidden(parent))) continue;
        if (getComputedStyle(parent).overflow !== "visible") continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        found.push({ text: node.textContent, box: range.getBoundingClientRect() });
      }
      return found;
    };
    return [...document.querySelectorAll("button, [role=radio], [role=tab]")]
      .filter((button) => !isHidden(button))
      .flatMap((button) => {
        const { left, right } = button.getBoundingClientRect();
        return wordsOf(button).filter(({ box }) => box.width > 0 && (box.left < left - 1 || box.right > right + 1));
      })
      .map(({ text }) => `outside of its button: ${text}`);
  });
}

/**
 * The controls under 24 px, with their size. A link within a sentence is as high as its line and excepted; with `spaced`, so is
 * a link whose circle of 24 px meets no other control (WCAG 2.2, 2.5.8).
 */
function tooSmall(page: Page, spaced: boolean): Promise<string[]> {
  return page.evaluate(
    ({ least_px, spaced }) => {
      const selector =
        "button, a[href], input:not([type=hidden], [type=file]), select, textarea, [role=tab], [role=slider]";
      const isInSentence = (element: Element) =>
        element.matches("p a, li a") && getComputedStyle(element).display === "inline";
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === "none" &&
        !element.closest(".visually-hidden");
      const controls = [...document.querySelectorAll(selector)].filter(isSeen).map((element) => {
        const label = element.closest("label") ?? document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
        const boxes = [element, label].filter((one) => one !== null).map((one) => one.getBoundingClientRect());
        const size = [Math.max(...boxes.map(({ width }) => width)), Math.max(...boxes.map(({ height }) => height))];
        return { element, size: size as [number, number], box: boxes[0]! };
      });
      type Control = (typeof controls)[number];
      const isAlone = ({ element, box: { x, y, width, height } }: Control) =>
        element.matches("a") &&
        controls.every(({ element: other, box }) => {
          // Nothing behind an open dialog can be pressed.
          if (other === element || other.closest("[inert], [aria-hidden=true], [data-base-ui-inert]")) return true;
          const [across, down] = [x + width / 2, y + height / 2];
          const near_x = Math.min(Math.max(across, box.left), box.right);
          const near_y = Math.min(Math.max(down, box.top), box.bottom);
          return Math.hypot(across - near_x, down - near_y) >= least_px / 2;
        });
      return controls
        .filter(({ element }) => !isInSentence(element))
        .filter(({ size: [width, height] }) => width > 0 && Math.min(width, height) < least_px - 0.5)
        .filter((control) => !(spaced && isAlone(control)))
        .map(
          ({ element, size }) => `${element.getAttribute("aria-label") ?? element.textContent} ${size.join(" × ")} px`,
        );
    },
    { least_px: LEAST_PX, spaced },
  );
}
