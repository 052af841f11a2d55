import { type ReactNode, useState } from 'react';
import { calls, type OperatorAuditRow } from '@device-console/shared-lib/contract';
import { formatCount, QueryNotice, useAddresses, useAnswer, withImei } from '@device-console/shared-lib/console';
import type { DevicePanelProps } from '@device-console/shared-lib/remote';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass, Spinner, Stack } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { actionColumns } from './audit-columns.tsx';
import { bodyOf, DEVICE_DAYS, queryForDevice } from './audit-query.ts';
import { isLookup } from './call-texts.ts';
import { t } from '../t.ts';

/** Entries to read: each view of a device's page adds some, which are left out. */
const ENTRIES = 200;

/** The audit screen has all. */
const SHOWN = 10;

/** The latest actions on one device: who, what, when, and with what result (D17). */
export function Panel({ imei }: DevicePanelProps): ReactNode {
  const { to } = useAddresses();
  const [now, setNow] = useState(Date.now);
  const { state, ask } = useAnswer(calls.operatorAudit, { ...bodyOf(queryForDevice(now, imei)), limit: ENTRIES });
  const retry = (): void => {
    setNow(Date.now());
    ask();
  };
  return (
    <Stack>
      <p>
        {t(
          'What operators did with this IMEI in the last {days} days, newest first. Lookups, and commands to all ' +
            'devices, are left out.',
          { days: DEVICE_DAYS },
        )}
      </p>
      {/* Before what loads later, so that it does not move. */}
      <p>
        <Link className={buttonClass({ size: 'small' })} to={withImei(to('operatorAudit'), imei)}>
          {t('Open Operator Audit for this device')}
        </Link>
      </p>
      {state.status === 'loading' && <Spinner label={t('Fetching the operator actions')} />}
      <QueryNotice state={state} onRetry={retry} />
      {state.status === 'ready' && <Actions entries={state.last.items} isComplete={state.last.next === ''} />}
    </Stack>
  );
}

interface ActionsProps {
  readonly entries: readonly OperatorAuditRow[];
  /** False if older entries were not read. */
  readonly isComplete: boolean;
}

function Actions({ entries, isComplete }: ActionsProps): ReactNode {
  const actions = entries.filter((entry) => !isLookup(entry));
  if (actions.length === 0)
    return (
      <p>
        {isComplete
          ? t('The audit has no such actions.')
          : t('The newest {entries} entries are all lookups.', { entries: formatCount(ENTRIES) })}
      </p>
    );
  const rows = actions.slice(0, SHOWN);
  const isAll = isComplete && rows.length === actions.length;
  return (
    <>
      <DataTable
        label={t('Newest operator actions')}
        columns={actionColumns}
        rows={rows}
        rowKey={({ id }) => id}
        isSortable={false}
        emptyText={t('The audit has no such actions.')}
      />
      {!isAll && <p>{t('These are the newest {shown}.', { shown: formatCount(rows.length) })}</p>}
    </>
  );
}
