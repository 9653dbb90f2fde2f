/** The tables of a season as Parquet, as the command line and the server write them; docs/season.md describes them. */
import type { Analysis, FileAnalysis, SegmentKind } from "./core.ts";
import { pointsTable } from "./points-table.ts";
import {
  BOAT_CLASS_COLUMN,
  type DescribedColumn,
  KEY_COLUMNS,
  MANEUVER_COLUMNS,
  type Part,
  partsOf,
  SESSION_COLUMNS,
  type SeasonSession,
  STRAIGHT_COLUMNS,
} from "./season-columns.ts";
import { type Column, type ListColumn, listColumn, ParquetTable, parquetTable } from "./typed-table.ts";

/**
 * Version of the columns and their meanings, in the footer of every file. Version 2 has its times as UTC by their type, which
 * a reader does not mix with the times without a zone of version 1.
 */
export const SEASON_SCHEMA = 2;

/** The file of a session in `sessions` is written last: with it the session is complete. */
export const SEASON_TABLES = ["sessions", "maneuvers", "straights", "points"] as const;
export type SeasonTable = (typeof SEASON_TABLES)[number];

/** Tables by their names with commas between them, in their order; `sessions` is always one. Null: one is unknown. */
export function seasonTablesOf(words: string): SeasonTable[] | null {
  const names = words.split(",").map((name) => name.trim());
  if (!names.every((name) => (SEASON_TABLES as readonly string[]).includes(name))) return null;
  return SEASON_TABLES.filter((table) => table === "sessions" || names.includes(table));
}

/** Folder of a session in each table, in Hive's layout. */
export const partitionOf = (boat_class: string, date: string): string =>
  `boat_class=${encodeURIComponent(boat_class)}/month=${date.slice(0, 7)}`;

/** Day of the start of a session in its own zone, YYYY-MM-DD. */
export function dayOf({ start_time, time_zone }: FileAnalysis): string {
  return new Date(start_time).toLocaleDateString("sv-SE", { timeZone: time_zone ?? "UTC" });
}

/** What the footer of every table says. */
export const seasonFooter = (engine: string): Record<string, string> => ({
  "leebow:engine": engine,
  "leebow:schema": String(SEASON_SCHEMA),
});

/** Unit and meaning of each column, for the footer of a file that is handed on without its documentation. */
function meaningsOf(columns: readonly Pick<DescribedColumn<never>, "name" | "unit" | "meaning">[]): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name, unit, meaning }) => [name, { unit, meaning }])));
}

/** A recording that could not be read, as a row of the table `failed`. */
export interface FailedRecording {
  file: string;
  kind: string;
  message: string;
}

export const FAILED_COLUMNS: readonly DescribedColumn<FailedRecording>[] = [
  { name: "file", type: "STRING", value: ({ file }) => file, meaning: "Name of the recording" },
  { name: "kind", type: "STRING", value: ({ kind }) => kind, meaning: "What is wrong, as a word that stays the same" },
  { name: "message", type: "STRING", value: ({ message }) => message, meaning: "What is wrong, as a sentence" },
];

/** The file of a recording that could not be read. */
export const failedTable = (engine: string, failed: FailedRecording): Uint8Array =>
  parquetTable(FAILED_COLUMNS, [failed], seasonFooter(engine));

/** Columns of one list: those of its table without the key. */
const inList = <Item>(columns: readonly Column<Part<Item>>[]) =>
  columns.filter(({ name }) => !KEY_COLUMNS.some((key) => key.name === name));

const maneuverList = <Row extends SeasonSession>(name: string, kind: SegmentKind): ListColumn<Row> =>
  listColumn(name, inList(MANEUVER_COLUMNS), (row) =>
    partsOf(row, row.report.maneuvers).filter(({ item }) => item.kind === kind),
  );

/** Sessions as one file: a row a session, with its tacks, gybes and straights as lists; `more` are columns of the caller's. */
export function seasonFile<Row extends SeasonSession>(
  more: readonly DescribedColumn<Row>[],
  engine: string,
): ParquetTable<Row> {
  const columns = [...more, BOAT_CLASS_COLUMN, ...SESSION_COLUMNS];
  const lists = [
    maneuverList<Row>("tacks", "tack"),
    maneuverList<Row>("gybes", "gybe"),
    listColumn("straights", inList(STRAIGHT_COLUMNS), (row: Row) => partsOf(row, row.report.straights)),
  ];
  const described = [
    ...columns,
    { name: "tacks", meaning: "Its tacks: the columns of the table maneuvers without the key" },
    { name: "gybes", meaning: "Its gybes, as tacks" },
    { name: "straights", meaning: "Its straights: the columns of the table straights without the key" },
  ];
  return new ParquetTable(columns, lists, { ...seasonFooter(engine), "leebow:columns": meaningsOf(described) });
}

/** The columns of a table of parts, after those of the caller's about their session. */
const partColumns = <Item, Session extends SeasonSession>(
  more: readonly DescribedColumn<Session>[],
  columns: readonly Column<Part<Item>>[],
): Column<Part<Item, Session>>[] => [
  ...more.map(({ name, type, value }) => ({
    name,
    type,
    value: ({ session }: Part<Item, Session>) => value(session),
  })),
  ...columns,
];

/**
 * The files of a session in these tables, which begin with the columns of the caller's. `readPoints` is called for the
 * table of points alone.
 */
export async function seasonTables<Session extends SeasonSession>(
  session: Session,
  tables: readonly SeasonTable[],
  readPoints: () => Promise<Pick<Analysis, "columns" | "fix_flags">>,
  more: readonly DescribedColumn<Session>[] = [],
): Promise<Map<SeasonTable, Uint8Array>> {
  const { engine, report } = session;
  const footer = { ...seasonFooter(engine), "leebow:input_sha256": report.sha256 };
  const made: Record<SeasonTable, () => Uint8Array | Promise<Uint8Array>> = {
    sessions: () => parquetTable([...more, ...SESSION_COLUMNS], [session], footer),
    maneuvers: () => parquetTable(partColumns(more, MANEUVER_COLUMNS), partsOf(session, report.maneuvers), footer),
    straights: () => parquetTable(partColumns(more, STRAIGHT_COLUMNS), partsOf(session, report.straights), footer),
    points: async () => {
      const own = more.map(({ name, type, value }) => ({ name, type, value: value(session) ?? null }));
      return pointsTable(engine, { report, ...(await readPoints()) }, footer, own);
    },
  };
  const files = new Map<SeasonTable, Uint8Array>();
  for (const table of tables) files.set(table, await made[table]());
  return files;
}
