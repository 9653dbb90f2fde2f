import type { ColumnType, Generated } from "kysely";

/** Column types that the tables of several resources have. */

/** jsonb is written as text, because the two drivers serialize arrays differently. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null, Date | string | null>;
/** Set by the database when the row is inserted. */
export type CreatedAt = Generated<Date>;
