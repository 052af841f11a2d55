import type { DeviceRow } from '@device-console/shared-lib/contract';
import { imeiText } from '@device-console/shared-lib/csv';

export interface FailedLookup {
  readonly imei: string;
  readonly reason: string;
}

/** Each list is in the order of the file. */
export interface LookupLists {
  readonly rows: readonly DeviceRow[];
  /** Without a registered device. */
  readonly unknown: readonly string[];
  readonly failures: readonly FailedLookup[];
}

/** The devices of each IMEI, or why it could not be looked up, by its position in the file. */
export class LookupResults {
  readonly #outcomes: (readonly DeviceRow[] | string | undefined)[];
  #done = 0;
  #found = 0;

  constructor(private readonly imeis: Float64Array) {
    this.#outcomes = Array.from({ length: imeis.length });
  }

  get total(): number {
    return this.imeis.length;
  }

  get done(): number {
    return this.#done;
  }

  /** IMEIs with a device; both IMEIs of a device may be found. */
  get found(): number {
    return this.#found;
  }

  imeiAt(position: number): string {
    const imei = this.imeis[position];
    if (imei === undefined) throw new RangeError(`There is no IMEI ${position} among ${this.total}.`);
    return imeiText(imei);
  }

  add(position: number, outcome: readonly DeviceRow[] | string): void {
    this.#outcomes[position] = outcome;
    this.#done += 1;
    if (typeof outcome !== 'string' && outcome.length > 0) this.#found += 1;
  }

  /** Forgets the failures and returns their positions. */
  takeFailures(): readonly number[] {
    const failed = [...this.#outcomes.keys()].filter((position) => typeof this.#outcomes[position] === 'string');
    for (const position of failed) this.#outcomes[position] = undefined;
    this.#done -= failed.length;
    return failed;
  }

  lists(): LookupLists {
    const rows: DeviceRow[] = [];
    const unknown: string[] = [];
    const failures: FailedLookup[] = [];
    for (const [position, outcome] of this.#outcomes.entries()) {
      if (typeof outcome === 'string') failures.push({ imei: this.imeiAt(position), reason: outcome });
      else if (outcome?.length === 0) unknown.push(this.imeiAt(position));
      else if (outcome) rows.push(...outcome);
    }
    return { rows, unknown, failures };
  }
}
