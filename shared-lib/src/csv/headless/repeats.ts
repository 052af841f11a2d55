import type { ImeiFile } from './imei-file.ts';
import type { NotificationFile, NotificationList } from './notification-file.ts';
import { duplicateList, rowList } from './packed-answer.ts';

/** True for a file of notifications (T4). */
export const isNotificationFile = (file: ImeiFile): file is NotificationFile => 'notifications' in file;

function selected(list: NotificationList, kept: readonly number[]): NotificationList {
  const rowAt = (place: number) => {
    const row = list.at(kept[place] ?? -1);
    if (!row) throw new RangeError(`Row ${String(place)} is outside these ${String(kept.length)} notifications.`);
    return row;
  };
  return {
    ...rowList(kept.length, rowAt),
    lines: kept.map((index) => list.lines[index] ?? 0),
    days: kept.map((index) => list.days[index] ?? 0),
    templateAt: (place) => list.templateAt(kept[place] ?? -1),
  };
}

/** The file without these rows, by their places; its repeats have their new ones. Null: nothing is left out. */
function withoutRows<File extends ImeiFile>(file: File, isLeft: (index: number) => boolean): File | null {
  const kept = Array.from(file.rows.keys()).filter((index) => !isLeft(index));
  if (kept.length === file.rows.length) return null;
  const used = {
    ...file,
    rows: Float64Array.from(kept, (index) => file.rows[index] ?? 0),
    totals: { ...file.totals, valid: kept.length },
  };
  if (!isNotificationFile(file)) return used;
  const placeOf = new Int32Array(file.rows.length).fill(-1);
  for (const [place, index] of kept.entries()) placeOf[index] = place;
  const places = file.repeats.places.map((index) => placeOf[index] ?? -1);
  return { ...used, notifications: selected(file.notifications, kept), repeats: { ...file.repeats, places } };
}

/** The file without rows that repeat an earlier one as a whole; they count as repeated (D13a). */
export function leaveOutRepeats(file: NotificationFile): NotificationFile {
  const { rows: repeats } = file.repeats;
  const places = new Set(file.repeats.places);
  const used = withoutRows(file, (index) => places.has(index));
  if (!used) return file;
  const leftLines = new Set(Array.from(repeats, ({ line }) => line));
  const lines = file.warnings.lines.filter((line) => !leftLines.has(line));
  return {
    ...used,
    warnings: { count: lines.length, lines },
    totals: { ...used.totals, duplicates: used.totals.duplicates + repeats.length },
    repeats: { ...used.repeats, rows: duplicateList({ lines: [], imeis: [], firstLines: [] }), places: [] },
  };
}

/** The file without the rows of the devices that the operator excluded; those are counted (D5b). */
export function leaveOutDevices(file: ImeiFile, devices: ReadonlySet<number>): ImeiFile {
  const used = withoutRows(file, (index) => devices.has(file.rows[index] ?? 0));
  if (!used) return file;
  const left = file.rows.length - used.rows.length;
  return { ...used, totals: { ...used.totals, leftOut: (used.totals.leftOut ?? 0) + left } };
}
