import { type RefObject, useEffect, useState } from "react";

/** Nearer to the window than this a part of a list is in the document. *guess*: two turns of a fast wheel. */
const NEAR = "1500px 0px";

type NearListener = (isNear: boolean, height_px: number) => void;
const listeners = new WeakMap<Element, NearListener>();
let observer: IntersectionObserver | null = null;

/** The heights that parts of a list had, by their first row: a list that is opened again keeps its place. */
const heights = new WeakMap<object, number>();

/** Null near the window; else the height the part had, which stands for its rows. */
export function useFarHeight(frame: RefObject<HTMLElement | null>, key: object): number | null {
  const [far_px, setFar] = useState(() => heights.get(key) ?? null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return watch(element, (isNear, height_px) => {
      // A row that has the focus stays, and with it what is open in it.
      if (isNear || element.contains(document.activeElement)) return setFar(null);
      heights.set(key, height_px);
      setFar(height_px);
    });
  }, [frame, key]);
  return far_px;
}

/** One observer for all parts: each has its own cost. */
function watch(element: Element, listener: NearListener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        listeners.get(target)?.(isIntersecting, boundingClientRect.height);
    },
    { rootMargin: NEAR },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}
