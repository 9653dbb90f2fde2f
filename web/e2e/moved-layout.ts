/** A layout that moved under the pointer just before a press: who presses then meets something else than what was aimed at. */
import type { BrowserContext } from "@playwright/test";

/**
 * How long before a press a shift counts, ms: between choosing a place and pressing there. With more, such as the half second
 * of a person, a flow on a slow machine fails where the answer to its press comes late: to search with.
 */
const AIM_MS = Number(process.env.LEEBOW_AIM_MS ?? 100);
/** For how long what moves is the answer to a press, a key or an input, ms, as the browser has it. */
const ANSWER_MS = 500;

/**
 * Calls `report` with a sentence about each press in the pages of this context on a place whose layout had just moved. What
 * answers a press, a key or an input does not count: it was asked for. Nor does the first press in a
 * page, which a flow makes as soon as there is something to press.
 */
export async function watchLayout(context: BrowserContext, report: (sentence: string) => void): Promise<void> {
  await context.exposeBinding("reportMovedLayout", (_, sentence: string) => report(sentence));
  await context.addInitScript(watch, [AIM_MS, ANSWER_MS] as const);
}

interface Press {
  time: number;
  x: number;
  y: number;
  /** What was pressed. */
  name: string;
}

/** An entry of the browser's timeline, which the types of the DOM lack. */
interface LayoutShift {
  startTime: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in the page. */
function watch([aim_ms, answer_ms]: readonly [number, number]) {
  const { reportMovedLayout } = window as unknown as { reportMovedLayout(sentence: string): void };
  const shifts: (LayoutShift & { names: string[] })[] = [];
  const presses: Press[] = [];
  let asked_ms = -Infinity;

  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "an element that is gone";
    const selector = (one: Element) => [one.localName, ...one.classList].join(".");
    const path = [element.parentElement, element].flatMap((one) => (one ? [selector(one)] : []));
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
    return `${path.join(" > ")} "${words}"`;
  };
  const holds = ({ left, right, top, bottom }: DOMRectReadOnly, { x, y }: Press) =>
    x >= left && x < right && y >= top && y < bottom;
  const text = ({ x, y, width, height }: DOMRectReadOnly) =>
    `${[x, y].map(Math.round).join(",")} (${[width, height].map(Math.round).join("×")})`;

  const compare = (shift: (typeof shifts)[number], press: Press) => {
    const before_ms = press.time - shift.startTime;
    if (before_ms < 0 || before_ms > aim_ms) return;
    const at = shift.sources.findIndex(
      ({ previousRect, currentRect }) => holds(previousRect, press) || holds(currentRect, press),
    );
    const source = shift.sources[at];
    if (!source) return;
    reportMovedLayout(
      `The layout moved under the pointer on ${location.pathname}: ${shift.names[at]} from ${text(source.previousRect)} to ` +
        `${text(source.currentRect)}, ${Math.round(before_ms)} ms before ${press.name} was pressed at ` +
        `${Math.round(press.x)},${Math.round(press.y)}.`,
    );
  };

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      if (entry.hadRecentInput || entry.startTime - asked_ms < answer_ms) continue;
      const shift = Object.assign(entry, { names: entry.sources.map(({ node }) => nameOf(node)) });
      shifts.push(shift);
      for (const press of presses) compare(shift, press);
    }
  }).observe({ type: "layout-shift", buffered: true });

  // Flows fill in fields and click without a pointer or a key, too.
  for (const type of ["input", "change", "click", "drop"])
    window.addEventListener(type, ({ timeStamp }) => (asked_ms = timeStamp), { capture: true });
  let isFirst = true;
  window.addEventListener(
    "pointerdown",
    ({ clientX: x, clientY: y, target, timeStamp: time }) => {
      const press = { time, x, y, name: nameOf(target as Node) };
      if (!isFirst) presses.push(press);
      if (!isFirst) for (const shift of shifts) compare(shift, press);
      isFirst = false;
    },
    { capture: true },
  );
}
