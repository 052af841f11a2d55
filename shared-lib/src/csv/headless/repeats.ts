import { duplicateList, rowList, type PackedDuplicates } from './row-problems.ts';
import type { ImeiFile } from './imei-file.ts';
import type { NotificationFile, NotificationList, NotificationRepeats, RepeatedRows } from './notification-file.ts';

interface PackedRepeats extends PackedDuplicates {
  readonly indices: number[];
}

/** The repeats of a file of notifications in columns (D13a). */
export interface PackedNotificationRepeats {
  readonly imeis: PackedRepeats;
  readonly rows: PackedRepeats;
}

/** The repeats in their packed form. */
export function repeatsOf({ imeis, rows }: PackedNotificationRepeats): NotificationRepeats {
  const listOf = (packed: PackedRepeats): RepeatedRows => ({ ...duplicateList(packed), indices: packed.indices });
  return { imeis: listOf(imeis), rows: listOf(rows) };
}

const noRepeats: RepeatedRows = {
  ...rowList<never>(0, () => {
    throw new RangeError('An empty list has no rows.');
  }),
  indices: [],
};

/** The repeats among the remaining rows, at their new positions. */
function remaining(repeats: RepeatedRows, placeOf: Int32Array): RepeatedRows {
  return { ...repeats, indices: repeats.indices.map((index) => placeOf[index] ?? -1) };
}

function selected(list: NotificationList, kept: readonly number[]): NotificationList {
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

/** Maps each row to its new place; -1 if left out. */
function placesWithout(isLeft: Uint8Array): { readonly kept: readonly number[]; readonly placeOf: Int32Array } {
  const kept = Array.from(isLeft.keys()).filter((index) => isLeft[index] === 0);
  const placeOf = new Int32Array(isLeft.length).fill(-1);
  kept.forEach((index, place) => {
    placeOf[index] = place;
  });
  return { kept, placeOf };
}

const imeisAt = (rows: Float64Array, kept: readonly number[]): Float64Array =>
  Float64Array.from(kept, (index) => rows[index] ?? 0);

/** The file without rows that repeat an earlier one as a whole; they count as repeated (D13a). */
export function leaveOutRepeats(file: NotificationFile): NotificationFile {
  const { rows: repeats } = file.repeats;
  if (repeats.length === 0) return file;
  const isLeft = new Uint8Array(file.rows.length);
  for (const index of repeats.indices) isLeft[index] = 1;
  const { kept, placeOf } = placesWithout(isLeft);
  const leftLines = new Set(Array.from(repeats, ({ line }) => line));
  const lines = file.warnings.lines.filter((line) => !leftLines.has(line));
  const { totals } = file;
  return {
    ...file,
    rows: imeisAt(file.rows, kept),
    notifications: selected(file.notifications, kept),
    warnings: { count: lines.length, lines },
    totals: { ...totals, valid: kept.length, duplicates: totals.duplicates + repeats.length },
    repeats: { rows: noRepeats, imeis: remaining(file.repeats.imeis, placeOf) },
  };
}

/** True for a file of notifications (T4). */
export const isNotificationFile = (file: ImeiFile): file is NotificationFile => 'notifications' in file;

/** The file without the rows of the devices that the operator excluded; those are counted (D5b). */
export function leaveOutDevices(file: ImeiFile, devices: ReadonlySet<number>): ImeiFile {
  const { kept, placeOf } = placesWithout(Uint8Array.from(file.rows, (imei) => (devices.has(imei) ? 1 : 0)));
  const left = file.rows.length - kept.length;
  if (left === 0) return file;
  const used: ImeiFile = {
    ...file,
    rows: imeisAt(file.rows, kept),
    totals: { ...file.totals, valid: kept.length, leftOut: (file.totals.leftOut ?? 0) + left },
  };
  if (!isNotificationFile(file)) return used;
  const { notifications, repeats } = file;
  const files: NotificationFile = {
    ...file,
    ...used,
    notifications: selected(notifications, kept),
    repeats: { rows: remaining(repeats.rows, placeOf), imeis: remaining(repeats.imeis, placeOf) },
  };
  return files;
}
