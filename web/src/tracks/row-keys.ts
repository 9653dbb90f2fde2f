import { type RefObject, useEffect } from "react";

/** Keyboard navigation of the list: `/` focuses the search, up and down arrows move between rows. */
export function useRowKeys(search: RefObject<HTMLInputElement | null>, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = document.activeElement;
      const typing = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
      if (event.key === "/" && !typing) {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step === 0 || !list.current) return;
      const links = [...list.current.querySelectorAll<HTMLElement>("[data-row-link]")];
      const here = links.findIndex((link) => link === at || link.closest("article")?.contains(at));
      if (here < 0 && at !== search.current) return;
      const target = here + step < 0 ? search.current : links[here + step];
      if (!target) return;
      event.preventDefault();
      target.focus();
      target.closest("article")?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [search, list]);
}
