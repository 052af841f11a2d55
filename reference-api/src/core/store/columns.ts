import type { ColumnType } from 'kysely';

/** Times are ISO 8601 UTC text in both databases: they sort as text and go to the wire as they are (D4). */
export type Time = string;
/** Set when the row is made and never changed. */
export type Fixed<Value> = ColumnType<Value, Value, never>;
