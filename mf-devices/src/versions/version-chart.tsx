import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { messages } from '../messages.ts';
import { formatShare, type VersionCount } from './version-counts.ts';
import styles from './version-chart.module.css';

/**
 * One bar a version, as long as its part of the most frequent one. Screen readers are told what it is; the figures
 * stand in the table.
 */
export function VersionChart({ counts }: { readonly counts: readonly VersionCount[] }): ReactNode {
  const most = Math.max(...counts.map(({ devices }) => devices), 1);
  const all = counts.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <div
      className={styles['chart']}
      role="img"
      aria-label={messages.versions.chartOf(formatCount(counts.length), formatCount(all))}
    >
      {counts.map(({ version, devices, share }) => (
        <div key={version} className={styles['row']} data-version={version} data-devices={devices}>
          <span className={styles['version']}>{version}</span>
          <span className={styles['track']}>
            <span className={styles['bar']} style={{ width: `${(devices / most) * 100}%` }} />
          </span>
          <span className={styles['figures']}>
            {formatCount(devices)} · {formatShare(share)}
          </span>
        </div>
      ))}
    </div>
  );
}
