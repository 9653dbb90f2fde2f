import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element, px; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    setWidth(watched.clientWidth);
    const watch = new ResizeObserver(() => setWidth(watched.clientWidth));
    watch.observe(watched);
    return () => watch.disconnect();
  }, [element]);
  return width;
}
