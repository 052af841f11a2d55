import { isFields, isNumbered, type Fields } from './fields.ts';

/** A list as the contract has it: its rows, and the fields that they have. */
export interface ListShape {
  readonly name: string;
  readonly rowFields: readonly string[];
}

/** A list that was read, or why it was not. */
export type ReadList = { readonly rows: readonly Fields[] } | { readonly problem: string };

/** Names that other back ends give to the one list of an answer. */
const commonNames: ReadonlySet<string> = new Set('items data rows list result results records response'.split(' '));

/** Lists that are none of rows, whatever they hold. */
const neverRows: ReadonlySet<string> = new Set(['error', 'errors', 'warnings', 'debug', 'messages', 'permissions']);

/** The one sentence that stands for empty lists: "No records found", "No data available". */
const NOTHING_FOUND = /^no (?:[a-z]+ ){1,3}(?:found|available)[.!]?$/i;

/** What the text of a list holds; undefined, which is no list, where it is no JSON. */
function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inOrder = (numbered: Fields): readonly unknown[] =>
  Object.keys(numbered)
    .sort((left, right) => Number(left) - Number(right))
    .map((key) => numbered[key]);

/**
 * The entries of a list in any of its forms, or null for what is no list: rows; an object with number keys; JSON text
 * of either; and null, false, {} or empty text for none. Entries that are null are left out.
 */
export function entriesOf(value: unknown): readonly unknown[] | null {
  if (value === null || value === false) return [];
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? [] : /^[[{]/.test(text) ? entriesOf(parsedList(text)) : null;
  }
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

/** The list under another name, where the answer has one list: a common name, or the only rows that are such rows. */
function elsewhere(
  fields: Fields,
  shape: ListShape,
): { readonly entries: readonly unknown[] } | { readonly problem: string } {
  const isList = (value: unknown): boolean => Array.isArray(value) || isNumbered(value);
  const found = Object.keys(fields).filter((name) => {
    const value = fields[name];
    if (neverRows.has(name.toLowerCase()) || !isList(value)) return false;
    const entries = entriesOf(value) ?? [];
    return entries.length > 0
      ? entries.every((entry) => hasFieldOf(entry, shape))
      : commonNames.has(name.toLowerCase());
  });
  const [name] = found;
  if (name === undefined) return { problem: `${shape.name}: it is missing` };
  if (found.length > 1) return { problem: `${shape.name}: it is missing, and could be ${found.join(' or ')}` };
  return { entries: entriesOf(fields[name]) ?? [] };
}

/** Where a list is looked for. */
export interface ListSource {
  readonly fields: Fields;
  readonly message: string;
  /** No other list belongs to the answer, so this one is known under any name. */
  readonly isOnly: boolean;
  /** The specification lets it be absent. */
  readonly mayBeAbsent: boolean;
}

/**
 * Reads one list of an answer. One that is missing is never an empty one, unless the message says that nothing was
 * found (D1a).
 */
export function readList(shape: ListShape, { fields, message, isOnly, mayBeAbsent }: ListSource): ReadList {
  const own =
    shape.name in fields
      ? shape.name
      : Object.keys(fields).find((name) => name.toLowerCase() === shape.name.toLowerCase());
  if (own !== undefined) {
    const entries = entriesOf(fields[own]);
    return entries ? rowsOf(entries, shape) : { problem: `${shape.name}: it is no list` };
  }
  const other = isOnly ? elsewhere(fields, shape) : { problem: `${shape.name}: it is missing` };
  if ('entries' in other) return rowsOf(other.entries, shape);
  return mayBeAbsent || NOTHING_FOUND.test(message) ? { rows: [] } : other;
}
