/** What the journal is searched for, and the text in its search box. */
import { useEffect, useState } from "react";
import { SEARCH_PAUSE_MS } from "../../stores/track-filter";

/** `search` follows `typed` after {@link SEARCH_PAUSE_MS} without a further key; `fill` sets both at once. */
export function useJournalSearch() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const text = typed.trim();
    if (text === search) return;
    const typing = setTimeout(() => setSearch(text), text === "" ? 0 : SEARCH_PAUSE_MS);
    return () => clearTimeout(typing);
  }, [typed, search]);
  const fill = (text: string) => {
    setTyped(text);
    setSearch(text);
  };
  return { typed, search, setTyped, fill };
}
