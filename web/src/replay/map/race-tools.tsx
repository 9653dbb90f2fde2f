import { ArrowUpToLine, LocateFixed, type LucideIcon, Rows3, Split } from "lucide-react";
import { useSnapshot } from "valtio";
import { withUnit } from "../../format/numbers";
import { LADDER_STEPS_M, type ReplayModel } from "../../session/replay-model";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/icon";
import { Tooltip } from "../../ui/popover";
import { Select } from "../../ui/select";
import styles from "./race-tools.module.css";

const steps = () => LADDER_STEPS_M.map((metres) => ({ value: String(metres), label: withUnit(metres, 0, "m") }));

type Tool = "follow" | "wind_up" | "ladder" | "laylines";
const TOOLS: { tool: Tool; label: string; help: string; icon: LucideIcon }[] = [
  { tool: "follow", label: "Follow", help: "Keep the focus boat in the middle (F)", icon: LocateFixed },
  {
    tool: "wind_up",
    label: "Wind up",
    help: "Turn the map so that the wind blows from above (U)",
    icon: ArrowUpToLine,
  },
  { tool: "ladder", label: "Ladder", help: "Lines across the wind (L)", icon: Rows3 },
  {
    tool: "laylines",
    label: "Laylines",
    help: "Where the focus boat goes on both tacks, with the current (Y)",
    icon: Split,
  },
];

/** Follow, wind-up, ladder lines and laylines, on the map of a race. */
export function RaceTools({ model }: { model: ReplayModel }) {
  const { ladder, ladder_m } = useSnapshot(model.state);
  return (
    <div className={classes("plate", styles.tools)} role="group" aria-label="Tools of the map" data-over-map>
      {TOOLS.map((one) => (
        <Toggle key={one.tool} model={model} {...one} />
      ))}
      {ladder && (
        <div className={styles.step} data-over-map>
          <Select
            bare
            label="Distance of the ladder lines"
            choices={steps()}
            value={String(ladder_m)}
            onChange={(metres) => {
              model.state.ladder_m = Number(metres);
            }}
          />
        </div>
      )}
    </div>
  );
}

function Toggle({ model: { state }, tool, label, help, icon }: (typeof TOOLS)[number] & { model: ReplayModel }) {
  const isOn = useSnapshot(state)[tool];
  return (
    <Tooltip text={help}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isOn}
        onClick={() => {
          state[tool] = !isOn;
        }}
      >
        <Icon of={icon} />
        <span>{label}</span>
      </button>
    </Tooltip>
  );
}
