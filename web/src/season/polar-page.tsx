import type { Polar, User } from "@leebow/api/contract";
import { columnIn, csvCell, measuredPolar, POLAR_FORMATS, type PolarFileFormat, writePolar } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Download } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import type { PolarBand, PolarPart, PolarSide, PolarTarget } from "../analysis/polar/bands";
import { PolarView } from "../analysis/polar/polar-view";
import { PolarFileButton } from "../analysis/polar/target-menu";
import { useTarget, useTargetChanges } from "../analysis/polar/targets";
import { nothingText, sumText } from "../analysis/polar/texts";
import { saveFile } from "../format/save-file";
import { useUser } from "../server/session";
import { currentUnits } from "../server/units";
import { useAddress } from "../ui/address";
import { Button } from "../ui/button";
import { Async, EmptyState, Skeleton, together } from "../ui/empty-state";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { useTitle } from "../ui/title";
import { FilterBar } from "./filter-bar";
import { NotOpen } from "./panel";
import styles from "./polar-page.module.css";
import { polarOptions, sailedClassesOptions } from "./queries";
import { type DashboardFilter, rangeText, SEASON_RANGES } from "./report-filter";
import { useFilter } from "./use-filter";

/** Speed by wind angle of many sessions in one class; the address has the filters and the tack. */
export function Page() {
  useTitle("Polar");
  const user = useUser();
  return user && <Filtered user={user} />;
}

function Filtered({ user }: { user: User }) {
  const { isOpen, ...filtering } = useFilter(user, { ranges: SEASON_RANGES, withTeams: true });
  const { filter } = filtering;
  const [search, change] = useAddress();
  const side = sideOf(search);
  const both = useQuery({ ...polarOptions(filter, "both"), enabled: isOpen === true });
  const chosen = useQuery({
    ...polarOptions(filter, side),
    enabled: isOpen === true,
    // The other tack stays until this one is there; other sessions do not.
    placeholderData: (before, query) => (isSame(query?.queryKey[2], filter) ? before : undefined),
  });
  const setSide = (next: PolarSide) => change({ side: next === "both" ? null : next });
  const sailed = useQuery({ ...sailedClassesOptions(filter), enabled: isOpen === true }).data ?? [];
  const classes = [...new Set([...sailed, ...(both.data?.boat_class ? [both.data.boat_class] : [])])];
  const team = filtering.teams?.find(({ id }) => id === filter.team)?.name;
  return (
    <main className="shrinks">
      <h1 className="visually-hidden">Polar</h1>
      <FilterBar {...filtering} user={user} isOpen={isOpen === true} oneClass={both.data?.boat_class ?? null}>
        <Sums polar={both.data} shown={chosen.data} classes={classes} {...{ side, team }} />
      </FilterBar>
      {isOpen === false ? (
        <NotOpen onOwn={() => filtering.onChange({ user: null })} />
      ) : (
        <Async query={together(both, chosen)} title="The polar could not be made" loading={<Coming />}>
          {([polar, shown]) => <Made {...{ polar, shown, side, team, filter }} onSide={setSide} />}
        </Async>
      )}
    </main>
  );
}

const sideOf = (search: URLSearchParams): PolarSide => {
  const side = search.get("side");
  return side === "port" || side === "starboard" ? side : "both";
};

const isSame = (key: unknown, filter: DashboardFilter): boolean => JSON.stringify(key) === JSON.stringify(filter);

interface SumsProps {
  polar: Polar | undefined;
  shown: Polar | undefined;
  side: PolarSide;
  /** Name of the team whose polar it is. */
  team: string | undefined;
  /** Classes that a polar file may be for. */
  classes: readonly string[];
}

/** How much is in the polar, and the file. */
function Sums({ polar, shown, side, team, classes }: SumsProps) {
  if (!polar || polar.sessions === 0) return null;
  const name = ["polar", ...(team ? [team] : []), polar.boat_class, ...(side === "both" ? [] : [side])]
    .join("-")
    .replaceAll(" ", "-");
  return (
    <>
      <span className="caption">{sumText(polar)}</span>
      <PolarFileButton boat_class={polar.boat_class ?? ""} classes={classes} />
      {shown && <SavePolar polar={shown} name={name.toLowerCase()} />}
    </>
  );
}

/** The polar as the files of other programs, which need wind speeds, and its quartiles. */
function SavePolar({ polar, name }: { polar: Polar; name: string }) {
  const measured = measuredPolar(polar);
  const save = (format: PolarFileFormat) =>
    measured &&
    saveFile(
      [writePolar(measured, format, polar.boat_class ?? name)],
      "text/plain",
      `${name}.${POLAR_FORMATS[format].extension}`,
    );
  const files = measured ? (["expedition", "orc", "opencpn", "qtvlm"] as const) : [];
  return (
    <Menu
      trigger={
        <Button icon={Download}>
          Save polar
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
      entries={[
        ...files.map((format) => ({ label: POLAR_FORMATS[format].label, onSelect: () => save(format) })),
        {
          label: "Quartiles (CSV)",
          separated: files.length > 0,
          onSelect: () => saveFile([csvOf(polar)], "text/csv", `${name}.csv`),
        },
      ]}
    />
  );
}

interface MadeProps {
  polar: Polar;
  shown: Polar;
  side: PolarSide;
  onSide: (side: PolarSide) => void;
  filter: DashboardFilter;
  team: string | undefined;
}

function Made({ polar, shown, side, onSide, filter, team }: MadeProps) {
  const navigate = useNavigate();
  const { sessions, left_out, boat_class } = polar;
  const file = useTarget(boat_class) ?? null;
  const { takeOff } = useTargetChanges();
  const all = sessions + left_out.no_wind + left_out.wind_speed_partly + left_out.other_version;
  if (all === 0) {
    const of = filter.boat_class ? ` of the class ${filter.boat_class}` : "";
    return (
      <EmptyState
        title={`No session${of} in ${rangeText(filter)}`}
        action={filter.team === null && <Link to="/upload">Upload a track</Link>}
      >
        {filter.team === null
          ? "Choose other dates or another class, or upload what you sailed."
          : "Choose other dates or another class. Sessions are those of athletes who have agreed to be members."}
      </EmptyState>
    );
  }
  const nothing = nothingText(polar);
  if (nothing) return <EmptyState title={`No polar of the class ${boat_class} yet`}>{nothing}</EmptyState>;
  return (
    <div className={styles.cards}>
      <PolarView
        title={filter.team === null ? "Your polar" : `Polar of ${team ? `Team ${team}` : "the team"}`}
        polar={polar}
        shown={shown}
        side={side}
        onSide={onSide}
        file={file}
        onTakeOff={() => file && void takeOff(file)}
        onOpen={(track_id) => void navigate(`/tracks/${track_id}`)}
      />
    </div>
  );
}

/** The shape of the three cards. */
function Coming() {
  return (
    <div className={styles.coming} role="status" aria-label="Loading the polar">
      <Skeleton height={720} />
      <div>
        <Skeleton height={300} />
        <Skeleton height={320} style={{ marginTop: 12 }} />
      </div>
    </div>
  );
}

// A polar as CSV: all digits, unknown values empty, speeds in the units of the reader, which the head names.

type Cell = string | number | boolean | null;
type Row = Record<(typeof COLUMNS)[number], Cell>;

/** A row is an angle of a band's curve, or its target upwind or downwind. */
const COLUMNS = [
  "boat_class",
  "band",
  "wind_from_kn",
  "wind_to_kn",
  "row",
  "twa_deg",
  "q25_kn",
  "median_kn",
  "q75_kn",
  "speed_kn",
  "vmg_kn",
  "vmg_low_kn",
  "vmg_high_kn",
  "time_s",
  "sessions",
  "is_target",
] as const;

export function csvOf({ boat_class, bands }: Polar): string {
  const columns = COLUMNS.map((id) => ({ id, ...columnIn(currentUnits(), id) }));
  const lines = bands.flatMap(rowsOf).map((row) => {
    const all: Partial<Row> = { boat_class, ...row };
    return columns.map(({ id, factor }) => cell(all[id] ?? null, factor)).join(",");
  });
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

function rowsOf(band: PolarBand): Partial<Row>[] {
  const of = { band: band.name, wind_from_kn: band.from_kn, wind_to_kn: band.to_kn };
  const { twa_deg, q25_kn, median_kn, q75_kn, time_s } = band.curve;
  return [
    ...twa_deg.map((angle, at) => ({
      ...of,
      row: "curve",
      twa_deg: angle,
      q25_kn: q25_kn[at] ?? null,
      median_kn: median_kn[at] ?? null,
      q75_kn: q75_kn[at] ?? null,
      time_s: time_s[at] ?? null,
    })),
    ...(["upwind", "downwind"] as const).flatMap((part) =>
      targetRow(part, band[part]).map((row) => ({ ...of, ...row })),
    ),
  ];
}

function targetRow(row: PolarPart, target: PolarTarget | null): Partial<Row>[] {
  if (!target) return [];
  const { twa_deg, q25_kn, median_kn, q75_kn, speed_kn, vmg_kn, vmg_interval_kn, time_s, sessions } = target;
  const [vmg_low_kn = null, vmg_high_kn = null] = vmg_interval_kn ?? [];
  const figures = { twa_deg, q25_kn, median_kn, q75_kn, speed_kn, vmg_kn, vmg_low_kn, vmg_high_kn, time_s, sessions };
  return [{ row, ...figures, is_target: target.is_published }];
}

const cell = (value: Cell, factor: number): string =>
  typeof value === "number" ? String(value * factor) : csvCell(String(value ?? ""));
