import type { ReactNode } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import { formatCount, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Progress } from '@device-console/shared-lib/ui';
import styles from './console-frame.module.css';
import { t } from '../t.ts';

/** The batches under way, on every screen; each leads to its own (D16). */
export function BatchStatus({ active }: { readonly active: readonly ActiveBatch[] }): ReactNode {
  const { to } = useAddresses();
  const links = active.map(({ command, title, state }) => {
    const { done, valid } = state.batch.summary;
    const text = `${formatCount(done)} of ${formatCount(valid)}${state.status === 'paused' ? ', paused' : ''}`;
    return (
      <Link key={command} className={styles['batch']} to={to(commandById(command).screen)}>
        <span>
          <span className={styles['batchTitle']}>{t.known(title)}: </span>
          {text}
        </span>
        <span aria-hidden="true">
          <Progress isCompact label={t.known(title)} value={done} max={valid} text={text} />
        </span>
      </Link>
    );
  });
  return <div className={styles['batches']}>{links}</div>;
}
