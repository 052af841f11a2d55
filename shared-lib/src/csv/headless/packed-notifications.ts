import { imeiText } from './imei-cell.ts';
import { amountText, dateText } from './notification-cells.ts';
import { notificationTemplates, type NotificationList, type NotificationRow } from './notification-file.ts';
import { rowList } from './row-problems.ts';
import type { PackedNotificationRepeats } from './repeats.ts';

/** The columns beside the IMEI: `amounts` in hundredths, `days` as YYYYMMDD, `templates` by their places. */
export interface PackedNotifications {
  readonly names: string[];
  readonly amounts: number[];
  readonly days: number[];
  readonly templates: number[];
}

/** The valid rows of a notification file, without their IMEIs. */
export interface PackedNotificationRows {
  readonly columns: PackedNotifications;
  readonly repeats: PackedNotificationRepeats;
}

export function notificationList(imeis: Float64Array, packed: PackedNotifications): NotificationList {
  const templateAt = (index: number) => {
    const template = notificationTemplates[packed.templates[index] ?? notificationTemplates.length];
    if (template === undefined)
      throw new RangeError(`Row ${String(index)} is outside this list of ${String(imeis.length)} notifications.`);
    return template;
  };
  const rowAt = (index: number): NotificationRow => ({
    imei: imeiText(imeis[index] ?? 0),
    name: packed.names[index] ?? '',
    amount: amountText(packed.amounts[index] ?? 0),
    date: dateText(packed.days[index] ?? 0),
    template: templateAt(index),
  });
  return { ...rowList(imeis.length, rowAt), days: packed.days, templateAt };
}
