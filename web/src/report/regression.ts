import type { Regression } from "@leebow/core";
import { useEffect, useState } from "react";
import { regress } from "../analyze/engine";

type Column = readonly (number | null)[];

/** How long the last regression is shown while the next is computed, ms: without it each choice of rows flickers. *guess* */
const SHOWN_MS = 100;

/** The regression of y on x, computed by the engine; null until it has answered, or if it cannot be loaded. */
export function useRegression(x: Column, y: Column): Regression | null {
  const [line, setLine] = useState<Regression | null>(null);
  useEffect(() => {
    const outdated = setTimeout(() => setLine(null), SHOWN_MS);
    let gone = false;
    const end = () => {
      gone = true;
      clearTimeout(outdated);
    };
    regress(valuesOf(x), valuesOf(y)).then(
      (answer) => {
        if (gone) return;
        end();
        setLine(answer);
      },
      () => undefined,
    );
    return end;
  }, [x, y]);
  return line;
}

const valuesOf = (column: Column) => Float64Array.from(column, (value) => value ?? Number.NaN);
