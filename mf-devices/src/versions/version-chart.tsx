import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { BarList } from '@device-console/shared-lib/ui/chart';
import { formatShare, type VersionCount } from './version-counts.ts';
import { t } from '../t.ts';

/** One bar a version, as long as its part of the most frequent one. */
export function VersionChart({ counts }: { readonly counts: readonly VersionCount[] }): ReactNode {
  const all = counts.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <BarList
      label={t('Bar chart of {devices} devices by {versions} app versions; the table shows the same figures.', {
        devices: formatCount(all),
        versions: formatCount(counts.length),
      })}
      bars={counts.map(({ version, devices, share }) => ({
        name: version,
        value: devices,
        text: `${formatCount(devices)} · ${formatShare(share)}`,
      }))}
    />
  );
}
