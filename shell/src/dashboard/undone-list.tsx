import type { ReactNode } from 'react';
import { formatCount, useAddresses, type SentOutcome } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import type { UndoneSends } from '@device-console/shared-lib/single-command';
import { buttonClass, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

const counted: readonly (readonly [SentOutcome, (count: string) => string])[] = [
  ['refused', (count) => t('{count} refused', { count })],
  ['not-sent', (count) => t('{count} not sent', { count })],
  ['unknown', (count) => t('{count} of unknown outcome', { count })],
];

function countsOf({ sent }: UndoneSends): string {
  return counted
    .map(([outcome, text]) => [sent.filter((one) => one.outcome === outcome).length, text] as const)
    .flatMap(([count, text]) => (count > 0 ? [text(formatCount(count))] : []))
    .join(' · ');
}

/** Single commands of this session that were not done; their screens have them in a log (C7, D12). */
export function UndoneList({ undone }: { readonly undone: readonly UndoneSends[] }): ReactNode {
  const { to } = useAddresses();
  return undone.map((of) => {
    const title = t.known(of.command.title);
    return (
      <Notice
        key={of.command.id}
        tone="warning"
        announce="off"
        actions={
          <Link className={buttonClass({ size: 'small' })} to={to(of.command.screen)}>
            {t('Open {command}', { command: title })}
          </Link>
        }
      >
        {t('{command}: {counts}', { command: title, counts: countsOf(of) })}
      </Notice>
    );
  });
}
