import { isFields, isNumbered, type Fields } from './fields.ts';

export interface ListShape {
  readonly name: string;
  readonly rowFields: readonly string[];
}

/** A list that was read, or why it was not. */
export type ReadList = { readonly rows: readonly Fields[] } | { readonly problem: string };

/** Names that an answer's one list may have beside its own. */
const commonNames = ['items', 'data'] as const;

/** Sentences that mean an empty list: "No records found", "No data available". */
const NOTHING_FOUND = /^no (?:[a-z]+ ){1,3}(?:found|available)[.!]?$/i;

const inOrder = (numbered: Fields): readonly unknown[] =>
  Object.keys(numbered)
    .sort((left, right) => Number(left) - Number(right))
    .map((key) => numbered[key]);

/** The entries of a list in any form, without nulls: rows, number keys, or nothing for none; null if not a list. */
export function entriesOf(value: unknown): readonly unknown[] | null {
  if (value === null || value === false) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : null;
  if (Array.isArray(value)) return value.filter((entry) => entry !== null);
  if (isNumbered(value)) return inOrder(value).filter((entry) => entry !== null);
  return isFields(value) && Object.keys(value).length === 0 ? [] : null;
}

const hasFieldOf = (entry: unknown, { rowFields }: ListShape): entry is Fields =>
  isFields(entry) && rowFields.some((field) => field in entry);

function rowsOf(entries: readonly unknown[], shape: ListShape): ReadList {
  const wrong = entries.findIndex((entry) => !hasFieldOf(entry, shape));
  if (wrong < 0) return { rows: entries.filter((entry) => hasFieldOf(entry, shape)) };
  const why = isFields(entries[wrong]) ? 'it has none of the fields of such a row' : 'it is no row';
  return { problem: `${shape.name}.${String(wrong)}: ${why}` };
}

export interface ListSource {
  readonly fields: Fields;
  readonly message: string;
  /** It is the answer's only list, so it may have a common name. */
  readonly isOnly: boolean;
  /** The specification lets it be absent. */
  readonly mayBeAbsent: boolean;
}

/** Reads a list of an answer. A missing one is empty only if the message says "nothing found" (D1a). */
export function readList(shape: ListShape, { fields, message, isOnly, mayBeAbsent }: ListSource): ReadList {
  const names = isOnly && !(shape.name in fields) ? commonNames : [shape.name];
  const [name, ...others] = names.filter((one) => one in fields);
  if (others.length > 0) return { problem: `${shape.name}: it is missing, and could be ${names.join(' or ')}` };
  if (name !== undefined) {
    const entries = entriesOf(fields[name]);
    return entries ? rowsOf(entries, shape) : { problem: `${shape.name}: it is no list` };
  }
  return mayBeAbsent || NOTHING_FOUND.test(message) ? { rows: [] } : { problem: `${shape.name}: it is missing` };
}
