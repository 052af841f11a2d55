import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { t } from '../t.ts';

export interface VersionCount {
  readonly version: string;
  readonly devices: number;
  /** Of all devices, from 0 to 1. */
  readonly share: number;
}

type Items = AnswerOf<typeof calls.getAppVersionDevices>['items'];

const versions = new Intl.Collator('en', { numeric: true });

const unknown = t('Unknown');

/** Unknown comes last. */
function newestFirst(one: string, other: string): number {
  return Number(one === unknown) - Number(other === unknown) || versions.compare(other, one);
}

/** With their shares, newest version first. Devices that have reported no version count as Unknown (L6). */
export function versionCounts(items: Items): readonly VersionCount[] {
  const byVersion = new Map<string, number>();
  for (const { appversion, devices } of items) {
    const version = appversion.trim() || unknown;
    byVersion.set(version, (byVersion.get(version) ?? 0) + devices);
  }
  const all = [...byVersion.values()].reduce((sum, devices) => sum + devices, 0);
  return [...byVersion]
    .map(([version, devices]) => ({ version, devices, share: all > 0 ? devices / all : 0 }))
    .toSorted((one, other) => newestFirst(one.version, other.version));
}

const percent = new Intl.NumberFormat(formatLocale(), {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export function formatShare(share: number): string {
  return percent.format(share);
}
