import type { ReactNode } from 'react';
import { useConsole } from '../console/index.ts';
import { t } from '../i18n/own.ts';

export interface SampleLinkProps {
  /** Its columns: of devices alone (B1), or of messages (T4). */
  readonly of: 'imei' | 'notify';
}

const samples = {
  imei: { title: t('Sample CSV'), file: 'sample.csv' },
  notify: { title: t('Notification sample CSV'), file: 'notification-sample.csv' },
} as const;

/** Saves a sample file, beside the field for such a file (H2). */
export function SampleLink({ of }: SampleLinkProps): ReactNode {
  const { config } = useConsole();
  const { title, file } = samples[of];
  return (
    <p>
      <a href={config.samples[of]} download={file}>
        {title}
      </a>
    </p>
  );
}
