import type { Polar } from "@leebow/api/contract";
import { type KeyboardEvent, useRef } from "react";
import { amount, countText, fixed } from "../../format/numbers";
import { unitName } from "../../format/units";
import { classes } from "../../ui/classes";
import { ScrollRegion } from "../../ui/scroll-region";
import {
  bandRange,
  categoryOf,
  PART_NAMES,
  type PolarBand,
  type PolarPart,
  type PolarTarget,
  paintOf,
  type TargetPlace,
} from "./bands";
import styles from "./targets-table.module.css";

interface TargetsTableProps {
  caption: string;
  polar: Pick<Polar, "bands" | "basis">;
  shown: TargetPlace | null;
  onShow: (place: TargetPlace) => void;
}

const PARTS: readonly PolarPart[] = ["upwind", "downwind"];

/** The targets of each band on both sides of the wind. The row that is pointed at, or has the focus, is shown in the chart. */
export function TargetsTable({ caption, polar: { bands, basis }, shown, onShow }: TargetsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const speed = unitName("kn");
  return (
    <ScrollRegion label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              {basis === "relative" ? "Own speed" : `Wind, ${speed}`}
            </th>
            {PARTS.map((part) => (
              <th key={part} colSpan={4} scope="colgroup" className={styles.part}>
                {PART_NAMES[part]}
              </th>
            ))}
          </tr>
          <tr>
            {PARTS.map((part) => [
              <th key={`${part} twa`} scope="col" className={styles.first}>
                TWA, °
              </th>,
              <th key={`${part} speed`} scope="col">
                Speed, {speed}
              </th>,
              <th key={`${part} vmg`} scope="col">
                VMG, {speed}
              </th>,
              <th key={`${part} time`} scope="col">
                min
              </th>,
            ])}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => onKey(event, body.current, bands, shown, onShow)}>
          {bands.map((band) => (
            <Row key={band.name} band={band} paint={paintOf(band, bands)} shown={shown} onShow={onShow} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps extends Pick<TargetsTableProps, "shown" | "onShow"> {
  band: PolarBand;
  paint: string;
}

function Row({ band, paint, shown, onShow }: RowProps) {
  const isShown = shown?.band === band.name;
  const show = (part: PolarPart) => onShow({ band: band.name, part });
  const category = categoryOf(band);
  return (
    <tr className={classes(isShown && styles.shown)}>
      <th scope="row">
        <button
          type="button"
          className={styles.band}
          tabIndex={isShown ? 0 : -1}
          aria-pressed={isShown}
          onFocus={() => !isShown && show(shown?.part ?? "upwind")}
          onClick={() => show(shown?.part ?? "upwind")}
        >
          <i style={{ background: paint }} />
          {bandRange(band)} {category && <span className="caption">{category}</span>}
          <span className="visually-hidden">: show in the chart</span>
        </button>
      </th>
      {PARTS.map((part) => (
        <Target key={part} target={band[part]} onPoint={() => show(part)} />
      ))}
    </tr>
  );
}

function Target({ target, onPoint }: { target: PolarTarget | null; onPoint: () => void }) {
  if (!target) {
    return (
      <td colSpan={4} className={styles.none}>
        not sailed
      </td>
    );
  }
  const { twa_deg, speed_kn, vmg_kn, vmg_interval_kn, time_s, sessions, is_published } = target;
  const digits = is_published ? 2 : 1;
  const interval = vmg_interval_kn?.map((end) => amount(end, digits, "kn")).join(" to ");
  const speed = amount(speed_kn, digits, "kn");
  const of = classes(!is_published && styles.little);
  return (
    <>
      <td className={classes(styles.first, of)} onPointerEnter={onPoint}>
        {fixed(twa_deg, 0)}
      </td>
      <td className={of} onPointerEnter={onPoint}>
        {is_published ? <b>{speed}</b> : speed}
      </td>
      <td className={of} onPointerEnter={onPoint} title={interval && `90 % interval ${interval}`}>
        {amount(vmg_kn, digits, "kn")}
        {interval && <span className="visually-hidden"> (90 % interval {interval})</span>}
      </td>
      <td className={styles.time} onPointerEnter={onPoint} title={countText(sessions, "session")}>
        <span className={classes(!is_published && styles.few)}>{fixed(time_s / 60, 0)}</span>
      </td>
    </>
  );
}

/** Up and down between the bands, left and right between the sides of the wind. */
function onKey(
  event: KeyboardEvent,
  body: HTMLElement | null,
  bands: readonly PolarBand[],
  shown: TargetPlace | null,
  onShow: (place: TargetPlace) => void,
): void {
  const at = bands.findIndex(({ name }) => name === shown?.band);
  const part = ({ ArrowLeft: "upwind", ArrowRight: "downwind" } as const)[event.key];
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: bands.length - 1 }[event.key];
  if (part && shown) onShow({ band: shown.band, part });
  else if (to !== undefined) body?.querySelectorAll("button")[Math.max(0, Math.min(bands.length - 1, to))]?.focus();
  else return;
  event.preventDefault();
}
