import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass, Notice } from '@device-console/shared-lib/ui';
import { commandUseAtom } from '../common/command-use.ts';
import { t } from '../t.ts';

/** Part of a day's budget of commands from which the operator is warned. */
const WARNING = 0.8;

/** Says that sending is paused or soon will be; tells superadmins whose (C10, C11). */
export function SendingNotice(): ReactNode {
  const use = useAtomValue(commandUseAtom);
  if (use === null) return null;
  const { pausedAt, inDay, dayBudget, items } = use;
  const paused = items.filter((account) => account.pausedAt !== '');
  const isNearEnd = inDay !== null && dayBudget !== null && inDay >= dayBudget * WARNING;
  return (
    <>
      {pausedAt !== '' && (
        <Notice tone="warning" title={t('Sending is paused for this account')}>
          {t(
            'Since {time}: far more commands than usual. A superadmin can lift the pause; batches then ' +
              'continue automatically.',
            {
              time: formatTime(pausedAt),
            },
          )}
        </Notice>
      )}
      {isNearEnd && (
        <Notice tone="warning" announce="off" title={t('Most of the commands of a day are used')}>
          {t('This account has sent {count} of the {budget} commands that it may send today (UTC).', {
            count: formatCount(inDay),
            budget: formatCount(dayBudget),
          })}
        </Notice>
      )}
      {paused.length > 0 && (
        <Notice
          tone="warning"
          title={t('Sending of an account is paused')}
          actions={
            <Link className={buttonClass({ size: 'small' })} to="/superadmin/operations">
              {t('Look into it')}
            </Link>
          }
        >
          {t('{accounts}: far more commands than usual.', {
            accounts: paused.map(({ account }) => account).join(', '),
          })}
        </Notice>
      )}
    </>
  );
}
