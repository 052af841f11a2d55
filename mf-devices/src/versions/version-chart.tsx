import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { BarList } from '@device-console/shared-lib/ui/chart';
import { messages } from '../messages.ts';
import { formatShare, type VersionCount } from './version-counts.ts';

/** One bar a version, as long as its part of the most frequent one. */
export function VersionChart({ counts }: { readonly counts: readonly VersionCount[] }): ReactNode {
  const all = counts.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <BarList
      label={messages.versions.chartOf(formatCount(counts.length), formatCount(all))}
      bars={counts.map(({ version, devices, share }) => ({
        name: version,
        value: devices,
        text: messages.versions.figures(formatCount(devices), formatShare(share)),
      }))}
    />
  );
}
