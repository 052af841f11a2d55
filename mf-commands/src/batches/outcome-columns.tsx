import { Imei, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import type { RowOutcome } from './use-outcomes.ts';
import { t } from '../t.ts';

type Tone = 'success' | 'warning' | 'neutral' | 'danger';

const outcomeTones: Readonly<Record<string, Tone>> = { found: 'success', 'not found': 'neutral', refused: 'danger' };
const commandTones: Readonly<Record<string, Tone>> = { acknowledged: 'success', failed: 'danger', sent: 'neutral' };

const outcomeText = ({ outcome }: RowOutcome): string =>
  new Map([
    ['open', t('open')],
    ['found', t('found')],
    ['not found', t('not found')],
    ['refused', t('refused')],
  ]).get(outcome) ?? outcome;
const commandText = ({ command }: RowOutcome): string =>
  new Map([
    ['queued', t('waiting')],
    ['sent', t('sent')],
    ['acknowledged', t('acknowledged')],
    ['failed', t('failed')],
    ['expired', t('expired')],
    ['unknown', t('outcome unknown')],
    ['cancelled', t('cancelled')],
  ]).get(command) ?? command;

/** A row of a batch: its device, whether the server took the command, and how far the phone is (D17a). */
export const outcomeColumns: readonly Column<RowOutcome>[] = [
  { id: 'serial', header: t('S.No.'), cell: ({ row }) => row, width: 80, priority: 'useful', kind: 'number' },
  {
    id: 'imei',
    header: t('IMEI'),
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    width: 200,
    isRowHeader: true,
  },
  {
    id: 'outcome',
    header: t('Outcome'),
    cell: (row) => <StatusBadge tone={outcomeTones[row.outcome] ?? 'neutral'}>{outcomeText(row)}</StatusBadge>,
    text: outcomeText,
    sortValue: outcomeText,
    width: 150,
  },
  {
    id: 'command',
    header: t('Phone'),
    cell: (row) =>
      row.command === '' ? (
        '–'
      ) : (
        <StatusBadge tone={commandTones[row.command] ?? 'neutral'}>{commandText(row)}</StatusBadge>
      ),
    text: commandText,
    sortValue: commandText,
    width: 170,
  },
  {
    id: 'why',
    header: t('Why'),
    cell: ({ message, failure }) => failure || message,
    text: ({ message, failure }) => failure || message,
    width: 320,
    priority: 'useful',
  },
];
