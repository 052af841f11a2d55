import { Growing, GrowingTexts } from './growing.ts';
import { imeiText } from './imei-cell.ts';
import { amountText, dateText } from './notification-cells.ts';
import { notificationTemplates, type NotificationList, type NotificationRow } from './notification-file.ts';
import { rowList } from './row-problems.ts';
import type { PackedNotificationRepeats } from './repeats.ts';

/** The columns beside the IMEI; row n's name is bytes offsets[n] to offsets[n+1], `amounts` are hundredths. */
export interface PackedNotifications {
  readonly offsets: Uint32Array;
  readonly names: Uint8Array;
  readonly amounts: Float64Array;
  readonly days: Int32Array;
  readonly templates: Uint8Array;
}

/** What a notification file holds besides the IMEIs of its valid rows. */
export interface PackedNotificationRows {
  readonly columns: PackedNotifications;
  readonly repeats: PackedNotificationRepeats;
}

/** Collects valid rows of notifications, some forty bytes each. */
export class NotificationCollector {
  readonly #names = new GrowingTexts();
  readonly #amounts = new Growing((length) => new Float64Array(length));
  readonly #days = new Growing((length) => new Int32Array(length));
  readonly #templates = new Growing((length) => new Uint8Array(length));

  add(name: string, amount: number, day: number, template: number): void {
    this.#names.push(name);
    this.#amounts.push(amount);
    this.#days.push(day);
    this.#templates.push(template);
  }

  contentAt(index: number): string {
    const fields = [this.#amounts, this.#days, this.#templates].map((column) => String(column.at(index)));
    return [...fields, this.#names.at(index)].join(' ');
  }

  done(): PackedNotifications {
    const { offsets, bytes: names } = this.#names.done();
    const columns = { amounts: this.#amounts.done(), days: this.#days.done(), templates: this.#templates.done() };
    return { offsets, names, ...columns };
  }
}

export function notificationList(imeis: Float64Array, packed: PackedNotifications): NotificationList {
  const decoder = new TextDecoder();
  const templateAt = (index: number) => {
    const template = notificationTemplates[packed.templates[index] ?? notificationTemplates.length];
    if (template === undefined)
      throw new RangeError(`Row ${String(index)} is outside this list of ${String(imeis.length)} notifications.`);
    return template;
  };
  const rowAt = (index: number): NotificationRow => ({
    imei: imeiText(imeis[index] ?? 0),
    name: decoder.decode(packed.names.subarray(packed.offsets[index], packed.offsets[index + 1])),
    amount: amountText(packed.amounts[index] ?? 0),
    date: dateText(packed.days[index] ?? 0),
    template: templateAt(index),
  });
  return { ...rowList(imeis.length, rowAt), days: packed.days, templateAt };
}
