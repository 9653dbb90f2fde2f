/** Tables with typed columns as CSV and Parquet, and those of a season. */
export * from "./points-table.ts";
export * from "./season-columns.ts";
export * from "./season-tables.ts";
export * from "./typed-table.ts";
