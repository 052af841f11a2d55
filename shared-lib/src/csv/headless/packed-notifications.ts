import { Growing } from './growing.ts';
import { imeiText } from './imei-cell.ts';
import { hashOf } from './imei-index.ts';
import { amountText, dateText } from './notification-cells.ts';
import { notificationTemplates, type NotificationList, type NotificationRow } from './notification-file.ts';
import { rowList } from './row-problems.ts';
import type { PackedNotificationRepeats } from './repeats.ts';

/**
 * The columns beside the IMEI as flat arrays. Row n's name is bytes offsets[n] to offsets[n+1]; `amounts` are
 * hundredths.
 */
export interface PackedNotifications {
  readonly offsets: Uint32Array;
  readonly names: Uint8Array;
  readonly amounts: Float64Array;
  readonly days: Int32Array;
  readonly templates: Uint8Array;
}

/** What a file of notifications has beyond the IMEIs of its valid rows. */
export interface PackedNotificationRows {
  readonly columns: PackedNotifications;
  readonly repeats: PackedNotificationRepeats;
}

/** Collects valid rows of notifications, some forty bytes each. */
export class NotificationCollector {
  readonly #offsets = new Growing((length) => new Uint32Array(length));
  readonly #names = new Growing((length) => new Uint8Array(length), 4096);
  readonly #amounts = new Growing((length) => new Float64Array(length));
  readonly #days = new Growing((length) => new Int32Array(length));
  readonly #templates = new Growing((length) => new Uint8Array(length));
  readonly #encoder = new TextEncoder();

  add(name: string, amount: number, day: number, template: number): void {
    this.#offsets.push(this.#names.length);
    const room = this.#names.reserve(name.length * 3);
    this.#names.grown(this.#encoder.encodeInto(name, room.subarray(this.#names.length)).written);
    this.#amounts.push(amount);
    this.#days.push(day);
    this.#templates.push(template);
  }

  /** A hash of the row at an index: equal rows have the same. */
  hashAt(index: number): number {
    let hash = hashOf(this.#amounts.at(index)) ^ Math.imul(this.#days.at(index), 31) ^ this.#templates.at(index);
    for (let place = this.#offsets.at(index); place < this.#endAt(index); place += 1) {
      hash = Math.imul(hash ^ this.#names.at(place), 0x01000193);
    }
    return hash ^ (hash >>> 15);
  }

  /** True for two rows of the same name, amount, date and template. */
  areEqual(one: number, other: number): boolean {
    const columns = [this.#amounts, this.#days, this.#templates];
    return columns.every((column) => column.at(one) === column.at(other)) && this.#haveOneName(one, other);
  }

  #haveOneName(one: number, other: number): boolean {
    const start = this.#offsets.at(one);
    const shift = this.#offsets.at(other) - start;
    if (this.#endAt(one) + shift !== this.#endAt(other)) return false;
    for (let place = start; place < this.#endAt(one); place += 1) {
      if (this.#names.at(place) !== this.#names.at(place + shift)) return false;
    }
    return true;
  }

  /** Where the name of a row ends. */
  #endAt(index: number): number {
    return index + 1 < this.#offsets.length ? this.#offsets.at(index + 1) : this.#names.length;
  }

  done(): PackedNotifications {
    this.#offsets.push(this.#names.length);
    return {
      offsets: this.#offsets.done(),
      names: this.#names.done(),
      amounts: this.#amounts.done(),
      days: this.#days.done(),
      templates: this.#templates.done(),
    };
  }
}

/** The rows behind their packed form, with their IMEIs. */
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
