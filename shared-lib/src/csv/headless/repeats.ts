import { Growing } from './growing.ts';
import { DuplicateCollector, duplicateList, rowList, type PackedDuplicates } from './row-problems.ts';
import type { NotificationFile, NotificationList, NotificationRepeats, RepeatedRows } from './notification-file.ts';

/** Repeated rows as flat arrays, with their places among the valid rows. */
interface PackedRepeats extends PackedDuplicates {
  readonly indices: Int32Array;
}

/** The repeats of a file of notifications as flat arrays (D13a). */
export interface PackedNotificationRepeats {
  readonly imeis: PackedRepeats;
  readonly rows: PackedRepeats;
}

/** Collects valid rows that repeat something. */
export class RepeatCollector {
  readonly #duplicates = new DuplicateCollector();
  readonly #indices = new Growing((length) => new Int32Array(length));

  add(index: number, line: number, imei: number, firstLine: number): void {
    this.#duplicates.add(line, imei, firstLine);
    this.#indices.push(index);
  }

  done(): PackedRepeats {
    return { ...this.#duplicates.done(), indices: this.#indices.done() };
  }
}

/** The repeats behind their packed form. */
export function repeatsOf({ imeis, rows }: PackedNotificationRepeats): NotificationRepeats {
  const listOf = (packed: PackedRepeats): RepeatedRows => ({ ...duplicateList(packed), indices: packed.indices });
  return { imeis: listOf(imeis), rows: listOf(rows) };
}

const noRepeats: RepeatedRows = {
  ...rowList<never>(0, () => {
    throw new RangeError('An empty list has no rows.');
  }),
  indices: new Int32Array(),
};

/** Repeats of those that stay, whose places have changed because others went. */
function remaining(repeats: RepeatedRows, placeOf: Int32Array): RepeatedRows {
  return { ...repeats, indices: repeats.indices.map((index) => placeOf[index] ?? -1) };
}

/** The notifications at these places alone. */
function selected(list: NotificationList, kept: Int32Array): NotificationList {
  const rowAt = (place: number) => {
    const row = list.at(kept[place] ?? -1);
    if (!row) throw new RangeError(`Row ${String(place)} is outside these ${String(kept.length)} notifications.`);
    return row;
  };
  return {
    ...rowList(kept.length, rowAt),
    days: kept.map((index) => list.days[index] ?? 0),
    templateAt: (place) => list.templateAt(kept[place] ?? -1),
  };
}

/**
 * The file without the rows that repeat an earlier one as a whole, or without every row of an IMEI but its first; they
 * count as repeated (D13, D13a).
 */
export function leaveOutRepeats(file: NotificationFile, what: 'repeated-rows' | 'repeated-imeis'): NotificationFile {
  const { rows: list, notifications, totals, warnings, repeats } = file;
  const left = what === 'repeated-rows' ? [repeats.rows] : [repeats.rows, repeats.imeis];
  const isLeft = new Uint8Array(list.length);
  const leftLines = new Set<number>();
  for (const { indices, ...rows } of left) {
    for (const index of indices) isLeft[index] = 1;
    for (let place = 0; place < indices.length; place += 1) leftLines.add(rows.at(place)?.line ?? 0);
  }
  if (leftLines.size === 0) return file;
  const kept = new Int32Array(list.length - leftLines.size);
  const placeOf = new Int32Array(list.length).fill(-1);
  let count = 0;
  isLeft.forEach((isGone, index) => {
    if (isGone === 1) return;
    kept[count] = index;
    placeOf[index] = count;
    count += 1;
  });
  const lines = warnings.lines.filter((line) => !leftLines.has(line));
  return {
    ...file,
    rows: Float64Array.from(kept, (index) => list[index] ?? 0),
    notifications: selected(notifications, kept),
    warnings: { count: lines.length, lines },
    totals: { ...totals, valid: kept.length, duplicates: totals.duplicates + leftLines.size },
    repeats: { rows: noRepeats, imeis: what === 'repeated-imeis' ? noRepeats : remaining(repeats.imeis, placeOf) },
  };
}
