import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { formatClock } from '@device-console/shared-lib/console';
import { Button, Digits, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column, ColumnPriority } from '@device-console/shared-lib/ui/table';
import { actionText, callTitle, outcomeBadge, viaText } from './call-texts.ts';
import { t } from '../t.ts';

/** To the second, in the operator's zone. Text that is not a time is unchanged. */
export function whenText(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : formatClock(time);
}

function textColumn(
  id: string,
  header: string,
  width: number,
  of: (row: OperatorAuditRow) => string,
  priority?: ColumnPriority,
): Column<OperatorAuditRow> {
  return { id, header, width, sortValue: of, priority };
}

const when: Column<OperatorAuditRow> = {
  id: 'when',
  header: t('When'),
  width: 200,
  kind: 'date',
  cell: ({ at }) => whenText(at),
  sortValue: ({ at }) => at,
};
const user: Column<OperatorAuditRow> = {
  ...textColumn('user', t('User'), 200, (row) => row.user),
  isRowHeader: true,
};
const via = textColumn('via', t('Via'), 90, (row) => viaText(row.via), 'extra');
const call = textColumn('call', t('Call'), 155, callTitle);
const outcome: Column<OperatorAuditRow> = {
  id: 'outcome',
  header: t('Outcome'),
  width: 105,
  cell: (row) => <StatusBadge tone={outcomeBadge(row.outcome).tone}>{outcomeBadge(row.outcome).title}</StatusBadge>,
  sortValue: (row) => outcomeBadge(row.outcome).title,
};
const message = textColumn('message', t('Message'), 280, (row) => row.message, 'useful');

/** Who did what to one device, when, and with what result. */
export const actionColumns: readonly Column<OperatorAuditRow>[] = [when, user, via, call, outcome, message];

export function auditColumns(onDetails: (row: OperatorAuditRow) => void): readonly Column<OperatorAuditRow>[] {
  return [
    when,
    user,
    via,
    textColumn('from', t('From'), 105, ({ address }) => address, 'extra'),
    call,
    textColumn('action', t('Action'), 95, actionText, 'extra'),
    {
      id: 'imei',
      header: t('IMEI'),
      width: 140,
      cell: ({ imei }) => <Digits>{imei}</Digits>,
      sortValue: ({ imei }) => imei,
    },
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
