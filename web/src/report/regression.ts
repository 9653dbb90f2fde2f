/** Regressions come from the engine, so that there is one source of numbers. */
import type { Core, Regression } from "@leebow/core";
import { useEffect, useMemo, useState } from "react";

let engine: Promise<Core> | undefined;

/** Fetches the engine ahead of use: after this, regressions need no network. */
export function loadRegression(): Promise<Core> {
  engine ??= import("@leebow/core/web").then((web) => web.loadCore());
  engine.catch(() => (engine = undefined));
  return engine;
}

/** The line of y on x; null until the engine is there, or if it cannot be fetched. */
export function useRegression(x: readonly (number | null)[], y: readonly (number | null)[]): Regression | null {
  const [core, setCore] = useState<Core | null>(null);
  useEffect(() => {
    let gone = false;
    loadRegression().then(
      (loaded) => !gone && setCore(loaded),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return useMemo(() => core?.regress(column(x), column(y)) ?? null, [core, x, y]);
}

const column = (values: readonly (number | null)[]): Float64Array =>
  Float64Array.from(values, (value) => value ?? Number.NaN);
