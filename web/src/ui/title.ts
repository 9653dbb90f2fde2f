import { useEffect } from "react";

/** Sets the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leebow`;
  }, [title]);
}
