import { Growing } from './growing.ts';
import { DuplicateCollector, duplicateList, rowList, type PackedDuplicates } from './row-problems.ts';
import type { ImeiFile } from './imei-file.ts';
import type { NotificationFile, NotificationList, NotificationRepeats, RepeatedRows } from './notification-file.ts';

/** Repeated rows as flat arrays, by their positions among the valid rows. */
interface PackedRepeats extends PackedDuplicates {
  readonly indices: Int32Array;
}

/** The repeats of a file of notifications as flat arrays (D13a). */
export interface PackedNotificationRepeats {
  readonly imeis: PackedRepeats;
  readonly rows: PackedRepeats;
}

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

/** The repeats among the remaining rows, whose positions have changed because others were removed. */
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

/** A file's rows without some of them: which stay, and their new positions. */
class KeptRows {
  readonly kept: Int32Array;
  readonly placeOf: Int32Array;

  constructor(isLeft: Uint8Array) {
    this.kept = Int32Array.from(isLeft.keys()).filter((index) => isLeft[index] === 0);
    this.placeOf = new Int32Array(isLeft.length).fill(-1);
    this.kept.forEach((index, place) => {
      this.placeOf[index] = place;
    });
  }

  of(rows: Float64Array): Float64Array {
    return Float64Array.from(this.kept, (index) => rows[index] ?? 0);
  }
}

/** The file without rows that repeat an earlier one as a whole; those count as repeated (D13a). */
export function leaveOutRepeats(file: NotificationFile): NotificationFile {
  const { rows: repeats } = file.repeats;
  if (repeats.length === 0) return file;
  const isLeft = new Uint8Array(file.rows.length);
  for (const index of repeats.indices) isLeft[index] = 1;
  const rows = new KeptRows(isLeft);
  const leftLines = new Set(Array.from(repeats, ({ line }) => line));
  const lines = file.warnings.lines.filter((line) => !leftLines.has(line));
  const { totals } = file;
  return {
    ...file,
    rows: rows.of(file.rows),
    notifications: selected(file.notifications, rows.kept),
    warnings: { count: lines.length, lines },
    totals: { ...totals, valid: rows.kept.length, duplicates: totals.duplicates + repeats.length },
    repeats: { rows: noRepeats, imeis: remaining(file.repeats.imeis, rows.placeOf) },
  };
}

/** A file of notifications, which has more columns than an IMEI (T4). */
export const isNotificationFile = (file: ImeiFile): file is NotificationFile => 'notifications' in file;

/** The file without the rows of the devices that the operator excluded; those are counted (D5b). */
export function leaveOutDevices(file: ImeiFile, devices: ReadonlySet<number>): ImeiFile {
  const rows = new KeptRows(Uint8Array.from(file.rows, (imei) => (devices.has(imei) ? 1 : 0)));
  const left = file.rows.length - rows.kept.length;
  if (left === 0) return file;
  const used: ImeiFile = {
    ...file,
    rows: rows.of(file.rows),
    totals: { ...file.totals, valid: rows.kept.length, leftOut: (file.totals.leftOut ?? 0) + left },
  };
  if (!isNotificationFile(file)) return used;
  const { notifications, repeats } = file;
  const files: NotificationFile = {
    ...file,
    ...used,
    notifications: selected(notifications, rows.kept),
    repeats: { rows: remaining(repeats.rows, rows.placeOf), imeis: remaining(repeats.imeis, rows.placeOf) },
  };
  return files;
}
