import { useState } from "react";
import { Button } from "../components/button";
import { Field } from "../components/field";
import { inUnit, unitName } from "../format/units";
import { setWindByHand } from "../stores/local-targets";
import styles from "./wind-by-hand.module.css";

/** The wind strength of a recording or a race where none was measured; `of` names it in this browser. */
export function WindByHand({ of, tws_kn }: { of: string; tws_kn: number | null }) {
  const [text, setText] = useState(tws_kn === null ? "" : String(Math.round(inUnit(tws_kn, "kn"))));
  const given = Number(text.replace(",", ".")) / inUnit(1, "kn");
  const isRight = text.trim() === "" ? tws_kn !== null : given > 0 && given <= 100;
  return (
    <form
      className={styles.hand}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) setWindByHand(of, text.trim() === "" ? null : given);
      }}
    >
      <Field
        label={`Wind strength, ${unitName("kn")}`}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={styles.field}
      />
      <Button type="submit" disabled={!isRight}>
        Use it
      </Button>
    </form>
  );
}
