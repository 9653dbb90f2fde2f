import type { LossBasis } from "@leebow/core";
import { useMemo, useState } from "react";
import { basesOf, leftOutIds, type ManeuverRow } from "./rows";

/** Which rows of a kind take part in its averages and regressions, and the basis of the losses shown. */
export interface Selection {
  rows: readonly ManeuverRow[];
  /** Ids of the selected rows, and these rows. */
  chosen: ReadonlySet<string>;
  inside: readonly ManeuverRow[];
  /** Whether the user has changed the selection. */
  isByHand: boolean;
  choose: (ids: ReadonlySet<string>) => void;
  toggle: (id: string) => void;
  bases: readonly LossBasis[];
  basis: LossBasis | null;
  /** Selects the rows of this basis. */
  setBasis: (basis: LossBasis) => void;
}

/** Of `ticked` those are selected at first; else all rows, except those that averages leave out by default. */
export function useSelection(rows: readonly ManeuverRow[], ticked: readonly string[] | null = null): Selection {
  const bases = useMemo(() => basesOf(rows), [rows]);
  const [basis, showBasis] = useState<LossBasis | null>(bases[0] ?? null);
  const [left, setLeft] = useState<ReadonlySet<string>>(() =>
    ticked ? new Set(rows.map(({ id }) => id).filter((id) => !ticked.includes(id))) : leftOutIds(rows, basis),
  );
  const [isByHand, setByHand] = useState(ticked !== null);
  const setBasis = (next: LossBasis) => {
    showBasis(next);
    setLeft(leftOutIds(rows, next));
    setByHand(false);
  };
  const chosen = useMemo(() => new Set(rows.map(({ id }) => id).filter((id) => !left.has(id))), [rows, left]);
  const inside = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const choose = (next: ReadonlySet<string>) => {
    setByHand(true);
    setLeft(new Set(rows.map(({ id }) => id).filter((id) => !next.has(id))));
  };
  const toggle = (id: string) =>
    choose(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  return { rows, chosen, inside, isByHand, choose, toggle, bases, basis, setBasis };
}
