import type { OperatorAuditRow } from '@device-console/shared-lib/contract';
import { formatClock } from '@device-console/shared-lib/console';
import { Button, Digits, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { auditMessages } from '../messages.ts';
import { actionText, callTitle, outcomeLook, viaText } from './call-words.ts';

/** A moment to the second, in the operator's zone; text that is no time is shown as it came. */
export function whenText(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : formatClock(time);
}

function textColumn(id: string, header: string, width: number, of: (row: OperatorAuditRow) => string): Column<OperatorAuditRow> {
  return { id, header, width, cell: of, sortValue: of };
}

/** The columns of the operator audit, in their order. */
export function auditColumns(onDetails: (row: OperatorAuditRow) => void): readonly Column<OperatorAuditRow>[] {
  return [
    { id: 'when', header: auditMessages.when, width: 195, cell: ({ at }) => whenText(at), sortValue: ({ at }) => at, kind: 'date' },
    { ...textColumn('user', auditMessages.user, 175, ({ user }) => user), isRowHeader: true },
    textColumn('via', auditMessages.via, 95, ({ via }) => viaText(via)),
    textColumn('from', auditMessages.from, 110, ({ address }) => address),
    textColumn('call', auditMessages.call, 165, callTitle),
    textColumn('action', auditMessages.action, 105, actionText),
    { id: 'imei', header: auditMessages.imei, width: 140, cell: ({ imei }) => <Digits>{imei}</Digits>, sortValue: ({ imei }) => imei },
    {
      id: 'outcome', header: auditMessages.outcome, width: 105,
      cell: ({ outcome }) => <StatusBadge tone={outcomeLook(outcome).tone}>{outcomeLook(outcome).title}</StatusBadge>,
      sortValue: ({ outcome }) => outcomeLook(outcome).title,
    },
    textColumn('message', auditMessages.message, 280, ({ message }) => message),
    {
      id: 'details', header: auditMessages.details, width: 110, text: ({ detail }) => detail,
      cell: (row) => (
        <Button size="small" variant="quiet" aria-label={auditMessages.detailsOf(callTitle(row), whenText(row.at))} onPress={() => onDetails(row)}>
          {auditMessages.details}
        </Button>
      ),
    },
    { id: 'transaction', header: auditMessages.transactionId, width: 300, cell: ({ transactionId }) => <Digits>{transactionId}</Digits>, sortValue: ({ transactionId }) => transactionId },
  ];
}
