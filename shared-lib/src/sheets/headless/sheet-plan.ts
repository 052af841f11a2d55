import type { Sheet, SheetColumn } from '../sheet.ts';

export type SheetPlan = Omit<Sheet, 'rows'>;

/** Some rows of a sheet. */
export interface RowSlice {
  readonly sheet: number;
  readonly rows: readonly (readonly string[])[];
}

const WIDTH_SAMPLE_ROWS = 250;
const NARROWEST = 8;
const WIDEST = 60;
const DATE_WIDTH = 20;

/** Widths of a sheet's columns in characters, fitted to the header and first rows, within bounds. */
export function columnWidths(columns: readonly SheetColumn[], first: RowSlice | undefined): readonly number[] {
  const widths = columns.map(({ header, kind }) =>
    Math.max(header.length + 4, kind === 'date' ? DATE_WIDTH : NARROWEST),
  );
  for (const row of first?.rows.slice(0, WIDTH_SAMPLE_ROWS) ?? []) {
    widths.forEach((width, column) => {
      widths[column] = Math.max(width, (row[column] ?? '').length + 2);
    });
  }
  return widths.map((width) => Math.min(width, WIDEST));
}

const LONGEST_NAME = 31;
const FORBIDDEN = /[\\/?*[\]:]|\p{Cc}|\p{Surrogate}|^'|'$/gu;
/** Excel reserves this name. */
const RESERVED = 'history';

function allowed(name: string): string {
  const text = name
    .replace(FORBIDDEN, '-')
    .slice(0, LONGEST_NAME)
    .replace(/\p{Surrogate}$|'$/u, '-');
  if (text.trim() === '') return 'Sheet';
  return text.toLowerCase() === RESERVED ? `${text}-` : text;
}

/** Sheet names that Excel opens: at most 31 characters, none of \ / ? * [ ] :, unique ignoring case. */
export class SheetNames {
  readonly #taken = new Set<string>();

  /** `wanted`, or the closest allowed and free name, such as 'commands (2)'. */
  next(wanted: string): string {
    const base = allowed(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number += 1) {
      const suffix = ` (${number})`;
      name = base.slice(0, LONGEST_NAME - suffix.length).replace(/\p{Surrogate}$/u, '') + suffix;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
