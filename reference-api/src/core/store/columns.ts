import type { ColumnType, Generated } from 'kysely';

export type Fixed<Value> = ColumnType<Value, Value, never>;
/** Written by the database alone. */
export type Kept<Value> = ColumnType<Value, never, never>;
export type Bytes = ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>;

/** What a column is in the database, and in a statement. Each dialect has its own `<id>` and `<bytes>`. */
export interface Column<Type> {
  readonly sql: string;
  readonly type?: Type;
}

export const column = <Type>(sql: string): Column<Type> => ({ sql });

const columnsOf =
  <Type>(sql: string) =>
  <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, column(sql)])) as Record<Name, Column<Type>>;

// All times are ISO 8601 UTC text: it sorts as text and goes to the wire unchanged (D4).
const TEXT = "text not null default ''";
const NUMBER = 'integer not null default 0';
export const ACCOUNT = 'bigint not null references accounts (id)';

export const text = <Type = string>() => column<Type>(TEXT);
export const fixed = <Type = string>() => column<Fixed<Type>>(TEXT);
export const nullable = <Type = Generated<string | null>>() => column<Type>('text');
export const key = <Type = string>() => column<Type>('text primary key');
export const texts = columnsOf<string>(TEXT);
export const fixedTexts = columnsOf<Fixed<string>>(TEXT);
export const nullables = columnsOf<Generated<string | null>>('text');
export const numbers = columnsOf<number>(NUMBER);
export const counters = columnsOf<Generated<number>>(NUMBER);
export const fixedNumbers = columnsOf<Fixed<number>>(NUMBER);
export const reference = <Type>(rest = '') => column<Type>(`bigint ${rest}`);

/** In the order of insertion. */
export const id = column<Generated<number>>('<id>');
export const account_id = column<number>(ACCOUNT);
export const fixedAccount = { account_id: column<Fixed<number>>(ACCOUNT) };

export type Tables = Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>>;

type RowOf<Own> = { [Name in keyof Own]: Own[Name] extends Column<infer Type> ? Type : never };

export type RowsOf<Own> = { [Name in keyof Own]: RowOf<Own[Name]> };
