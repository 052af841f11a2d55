import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { formatClock } from '@device-console/shared-lib/console';
import { Button, Digits, StatusBadge } from '@device-console/shared-lib/ui';
import { type Column, imeiColumn } from '@device-console/shared-lib/ui/table';
import { actionText, callTitle, outcomeBadge, viaText } from './call-texts.ts';
import { t } from '../t.ts';

/** To the second, in the operator's zone. Text that is not a time is unchanged. */
export function whenText(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : formatClock(time);
}

type AuditColumn = Column<OperatorAuditRow>;

const when: AuditColumn = {
  id: 'when',
  header: t('When'),
  width: 200,
  kind: 'date',
  cell: ({ at }) => whenText(at),
  sortValue: ({ at }) => at,
};
const user: AuditColumn = {
  id: 'user',
  header: t('User'),
  width: 200,
  sortValue: (row) => row.user,
  isRowHeader: true,
};
const via: AuditColumn = {
  id: 'via',
  header: t('Via'),
  width: 90,
  sortValue: (row) => viaText(row.via),
  priority: 'extra',
};
const call: AuditColumn = { id: 'call', header: t('Call'), width: 155, sortValue: callTitle };
const outcome: AuditColumn = {
  id: 'outcome',
  header: t('Outcome'),
  width: 105,
  cell: (row) => <StatusBadge tone={outcomeBadge(row.outcome).tone}>{outcomeBadge(row.outcome).title}</StatusBadge>,
  sortValue: (row) => outcomeBadge(row.outcome).title,
};
const message: AuditColumn = {
  id: 'message',
  header: t('Message'),
  width: 280,
  sortValue: (row) => row.message,
  priority: 'useful',
};

/** Who did what to one device, when, and with what result. */
export const actionColumns: readonly AuditColumn[] = [when, user, via, call, outcome, message];

export function auditColumns(onDetails: (row: OperatorAuditRow) => void): readonly AuditColumn[] {
  return [
    when,
    user,
    via,
    { id: 'from', header: t('From'), width: 105, sortValue: ({ address }) => address, priority: 'extra' },
    call,
    { id: 'action', header: t('Action'), width: 95, sortValue: actionText, priority: 'extra' },
    imeiColumn('imei', t('IMEI'), ({ imei }) => imei, { width: 140 }),
    outcome,
    message,
    {
      id: 'details',
      header: t('Details'),
      width: 110,
      text: ({ detail }) => detail,
      cell: (row) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('Details of {what}, {when}', { what: callTitle(row), when: whenText(row.at) })}
          onPress={() => onDetails(row)}
        >
          {t('Details')}
        </Button>
      ),
    },
    {
      id: 'transaction',
      header: t('Transaction ID'),
      width: 300,
      priority: 'extra',
      cell: ({ transactionId }) => <Digits>{transactionId}</Digits>,
      sortValue: ({ transactionId }) => transactionId,
    },
  ];
}
