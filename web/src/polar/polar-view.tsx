import type { Polar, Target } from "@leebow/api/contract";
import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import type { PolarSide } from "../api/reports";
import { IconButton } from "../components/button";
import { Icon } from "../components/icon";
import { Segments } from "../components/segments";
import { MetricHelp } from "../help/metric-help";
import { bandName, minutes, type PolarPart, paintOf, type TargetPlace } from "./bands";
import { OfTargetCard } from "./of-target-card";
import { PolarChart } from "./polar-chart";
import styles from "./polar-view.module.css";
import { SeasonChart } from "./season-chart";
import { TargetsTable } from "./targets-table";
import { changeText, noteTexts, RELATIVE_TEXT, sidesText, speedText, splitsText } from "./texts";

interface PolarViewProps {
  /** Whose polar it is. */
  title: string;
  /** Of both tacks. */
  polar: Polar;
  /** Of the chosen tack. */
  shown: Polar;
  side: PolarSide;
  onSide: (side: PolarSide) => void;
  /** The polar of a file, drawn dashed for comparison. */
  file?: Pick<Target, "id" | "boat_class" | "name" | "winds"> | null;
  onTakeOff?: () => void;
  /** Opens the session of a point of the season. */
  onOpen: (track_id: number) => void;
}

const SIDES: { value: PolarSide; label: string }[] = [
  { value: "both", label: "Both" },
  { value: "port", label: "Port" },
  { value: "starboard", label: "Starboard" },
];

/** The polar of one class: the chart, the targets, and the season. Chart and targets show the same band. */
export function PolarView({ title, polar, shown, side, onSide, onOpen, file = null, onTakeOff }: PolarViewProps) {
  const [chosen, setChosen] = useState<TargetPlace | null>(null);
  const isThere = shown.bands.some(({ name }) => name === chosen?.band);
  const place = isThere ? chosen : firstPlace(shown);
  return (
    <div className={styles.two}>
      <section className={styles.card} aria-labelledby="polar-chart">
        <div className={styles.head}>
          <h2 id="polar-chart">{file ? `${title} and the file's` : title}</h2>
          <MetricHelp name={title} ids={["PolarCurve.median_kn", "PolarCurve.q25_kn", "PolarBand.from_kn"]} />
          <span className="grow" />
          {file && (
            <span className={styles.file}>
              <IconButton icon={X} label={`Take off ${file.name}`} onClick={() => onTakeOff?.()} />
              {file.name}
            </span>
          )}
          <Segments label="Tack" choices={SIDES} value={side} onChange={onSide} />
        </div>
        <PolarChart bands={shown.bands} shown={place} onShow={setChosen} file={file?.winds ?? null} />
        <Legend polar={shown} hasFile={file !== null} />
      </section>
      <div className={styles.aside}>
        {shown.target && <OfTargetCard target={shown.target} bands={shown.bands} />}
        <Targets polar={shown} side={side} place={place} onShow={setChosen} />
        {polar.basis === "wind_speed" && polar.season && <Season polar={polar} season={polar.season} onOpen={onOpen} />}
      </div>
    </div>
  );
}

/** In the band that was sailed longest. */
function firstPlace({ bands }: Polar): TargetPlace | null {
  const [longest] = [...bands].sort((a, b) => b.time_s - a.time_s);
  return longest ? { band: longest.name, part: longest.upwind || !longest.downwind ? "upwind" : "downwind" } : null;
}

function Legend({ polar: { bands }, hasFile }: { polar: Polar; hasFile: boolean }) {
  return (
    <ul className={styles.legend}>
      {bands.map((band) => (
        <li key={band.name}>
          <i className={styles.square} style={{ background: paintOf(band, bands) }} />
          {bandName(band)}
          <span className="caption">{minutes(band.time_s)}</span>
        </li>
      ))}
      <li className={styles.marks}>
        <i className={styles.circle} />
        angle sailed most
      </li>
      <li>
        <i className={styles.half} />
        middle half
      </li>
      <li>
        <i className={styles.dashed} />
        less than 5 min
      </li>
      {hasFile && (
        <li>
          <i className={styles.ofFile} />
          the file, in the middle of each wind
        </li>
      )}
    </ul>
  );
}

interface TargetsProps {
  polar: Polar;
  side: PolarSide;
  place: TargetPlace | null;
  onShow: (place: TargetPlace) => void;
}

function Targets({ polar, side, place, onShow }: TargetsProps) {
  const notes = noteTexts(polar);
  const isRelative = polar.basis === "relative";
  return (
    <section className={styles.card} aria-labelledby="polar-targets">
      <div className={styles.head}>
        <h2 id="polar-targets">Targets</h2>
        <MetricHelp
          name="Targets"
          ids={["PolarTarget.twa_deg", "PolarTarget.speed_kn", "PolarTarget.vmg_kn", "PolarTarget.vmg_interval_kn"]}
        />
        <span className="grow" />
        <span className="caption">
          {speedText(polar)}
          {side === "both" ? "" : `, on ${side} tack`}
        </span>
      </div>
      {isRelative && <p className={styles.sentence}>{RELATIVE_TEXT}</p>}
      <TargetsTable caption="Targets by wind" polar={polar} shown={place} onShow={onShow} />
      {notes.length > 0 && (
        <div className={styles.note}>
          <Icon of={TriangleAlert} />
          <p>{notes.join(" ")}</p>
        </div>
      )}
    </section>
  );
}

const PARTS: { value: PolarPart; label: string }[] = [
  { value: "upwind", label: "Upwind" },
  { value: "downwind", label: "Downwind" },
];

interface SeasonProps extends Pick<PolarViewProps, "polar" | "onOpen"> {
  season: NonNullable<Polar["season"]>;
}

function Season({ polar, season, onOpen }: SeasonProps) {
  const [part, setPart] = useState<PolarPart>("upwind");
  const trend = season[part];
  const { clear, more } = changeText(trend);
  const sides = sidesText(polar, part);
  return (
    <section className={styles.card} aria-labelledby="polar-season">
      <div className={styles.head}>
        <h2 id="polar-season">Season</h2>
        <MetricHelp
          name="Season"
          ids={["SeasonPoint.percent", "SeasonTrend.change_percent", "SideDifference.percent"]}
        />
        <span className="grow" />
        <span className="caption only-wide">each dot one session, with its 90 % interval</span>
        <Segments label="Side of the wind" choices={PARTS} value={part} onChange={setPart} />
      </div>
      {trend.points.length > 0 && (
        <>
          <p className={styles.axis}>
            {part === "upwind" ? "Upwind" : "Downwind"} VMG, % of the target for that wind. Press a dot for its track.
          </p>
          <SeasonChart trend={trend} splits={season.splits} part={part} bands={polar.bands} onOpen={onOpen} />
        </>
      )}
      <p className={styles.sentence}>
        {clear && <b>{clear} </b>}
        {[more, splitsText(season), sides].filter(Boolean).join(" ")}
      </p>
    </section>
  );
}
