/**
 * How a field's texts are stored: `imei` as a number, `time` as a moment, `word` once for all rows that share it,
 * `text` as it is. Every text is restored exactly: what is not an IMEI, or not an ISO 8601 time in UTC, is stored
 * separately.
 */
export type Packing = 'imei' | 'time' | 'word' | 'text';

interface PackedColumn {
  push(text: string): void;
  at(index: number): string;
}

const IMEI = /^\d{15}$/;

/** Represents '', which fills whole columns. */
const EMPTY = -Infinity;

/** Texts that are nearly always numbers; `encode` returns NaN for one that is not. */
function numberColumn(encode: (text: string) => number, decode: (value: number) => string): PackedColumn {
  let values = new Float64Array(64);
  let length = 0;
  const others = new Map<number, string>();
  return {
    push(text) {
      if (length === values.length) {
        const larger = new Float64Array(length * 2);
        larger.set(values);
        values = larger;
      }
      const value = text === '' ? EMPTY : encode(text);
      if (Number.isNaN(value)) others.set(length, text);
      values[length] = value;
      length += 1;
    },
    at(index) {
      const value = values[index] ?? EMPTY;
      return value === EMPTY ? '' : (others.get(index) ?? decode(value));
    },
  };
}

const imeiNumber = (text: string): number => (IMEI.test(text) ? Number(text) : NaN);

function isoMoment(text: string): number {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString() === text ? moment : NaN;
}

function wordColumn(): PackedColumn {
  const words: string[] = [];
  const codes = new Map<string, number>();
  return numberColumn(
    (word) => {
      const code = codes.get(word) ?? words.push(word) - 1;
      codes.set(word, code);
      return code;
    },
    (code) => words[code] ?? '',
  );
}

function textColumn(): PackedColumn {
  const texts: string[] = [];
  return { push: (text) => void texts.push(text), at: (index) => texts[index] ?? '' };
}

const makers: Readonly<Record<Packing, () => PackedColumn>> = {
  imei: () => numberColumn(imeiNumber, (value) => String(value).padStart(15, '0')),
  time: () => numberColumn(isoMoment, (value) => new Date(value).toISOString()),
  word: wordColumn,
  text: textColumn,
};

/** A list of rows that become objects only while they are read. */
export interface PackedRows<Field extends string> {
  readonly count: number;
  readonly add: (row: Readonly<Record<Field, string>>) => void;
  /** Row `index`; its fields are unpacked when read. */
  readonly rowAt: (index: number) => Readonly<Record<Field, string>>;
}

/** Stores rows of texts in a fraction of the memory that objects need: about 100 bytes per executed command. */
export function packedRows<Field extends string>(packing: Readonly<Record<Field, Packing>>): PackedRows<Field> {
  const fields = Object.keys(packing) as Field[];
  const columns = fields.map((field) => ({ field, column: makers[packing[field]]() }));
  class Row {
    constructor(readonly index: number) {}
  }
  for (const { field, column } of columns) {
    Object.defineProperty(Row.prototype, field, {
      enumerable: true,
      get(this: Row) {
        return column.at(this.index);
      },
    });
  }
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(row) {
      for (const { field, column } of columns) column.push(row[field]);
      count += 1;
    },
    rowAt: (index) => new Row(index) as Row & Readonly<Record<Field, string>>,
  };
}
