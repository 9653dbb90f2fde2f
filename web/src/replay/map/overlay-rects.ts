import type { Rect } from "../../map/framing";
import type { Overlays } from "../../map/map-options";

/** What lies over the map: elements of its pane that say so with `data-over-map`. */
export function overlaysOf(container: HTMLElement): Overlays {
  const pane = container.parentElement ?? container;
  const marked = () => [...pane.querySelectorAll("[data-over-map]")];
  return {
    rects: () => rectsOf(container, marked()),
    watch: (onChange) => watch(pane, marked, onChange),
  };
}

function rectsOf(container: HTMLElement, elements: readonly Element[]): Rect[] {
  const origin = container.getBoundingClientRect();
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }));
}

/** Calls when one of the elements changes its size, appears or goes. */
function watch(pane: Element, marked: () => Element[], onChange: () => void): () => void {
  const sizes = new ResizeObserver(onChange);
  let watched: Element[] = [];
  const refresh = () => {
    const now = marked();
    if (now.length === watched.length && now.every((element, i) => element === watched[i])) return;
    sizes.disconnect();
    for (const element of [pane, ...now]) sizes.observe(element);
    watched = now;
    onChange();
  };
  const children = new MutationObserver(refresh);
  children.observe(pane, { childList: true, subtree: true });
  refresh();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
