/** Regressions are computed by the engine, as in the CLI and the server. */
import type { Core, Regression } from "@leebow/core";
import { useEffect, useMemo, useState } from "react";

let engine: Promise<Core> | undefined;

/** Loads the engine; afterwards regressions need no network. */
export function loadRegression(): Promise<Core> {
  engine ??= import("@leebow/core/web").then((web) => web.loadCore());
  engine.catch(() => (engine = undefined));
  return engine;
}

/** The regression of y on x; null until the engine is loaded, or if it cannot be loaded. */
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
