import { useSnapshot } from "valtio";
import type { ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import styles from "./boat-lines.module.css";

/** Boats that have their line named; of more the focus boat and the first others. *guess* */
const MAX_NAMED = 5;

/** Whose line is which colour in the chart of a race. */
export function BoatLines({ model }: { model: ReplayModel }) {
  const { focus } = useSnapshot(model.state);
  const order = model.boats.map((_, index) => index);
  const named =
    order.length <= MAX_NAMED + 1 ? order : [focus, ...order.filter((index) => index !== focus)].slice(0, MAX_NAMED);
  const rest = order.length - named.length;
  return (
    <ul className={classes("only-wide", styles.lines)} aria-label="Lines of the chart">
      {named.map((index) => (
        <li key={index} className={index === focus ? styles.focus : undefined}>
          <i style={{ background: `var(--boat-${(index % 8) + 1})` }} />
          <span className="truncate">{model.boats[index]!.name}</span>
        </li>
      ))}
      {rest > 0 && <li>{`and ${rest} more`}</li>}
    </ul>
  );
}
