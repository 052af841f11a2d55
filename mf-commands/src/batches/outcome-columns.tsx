import { Imei, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { batchPageMessages as texts } from './batch-page-messages.ts';
import type { RowOutcome } from './use-outcomes.ts';

type Tone = 'success' | 'warning' | 'neutral' | 'danger';

const outcomeTones: Readonly<Record<string, Tone>> = { found: 'success', 'not found': 'neutral', refused: 'danger' };
const commandTones: Readonly<Record<string, Tone>> = { acknowledged: 'success', failed: 'danger', sent: 'neutral' };

const outcomeText = ({ outcome }: RowOutcome): string => texts.outcomes.get(outcome) ?? outcome;
const commandText = ({ command }: RowOutcome): string => texts.commands.get(command) ?? command;

/** A row of a batch: its device, whether the server took the command, and how far the phone is (D17a). */
export const outcomeColumns: readonly Column<RowOutcome>[] = [
  { id: 'serial', header: texts.serial, cell: ({ row }) => row, width: 80, priority: 'useful', kind: 'number' },
  {
    id: 'imei',
    header: texts.imei,
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    width: 200,
    isRowHeader: true,
  },
  {
    id: 'outcome',
    header: texts.outcome,
    cell: (row) => <StatusBadge tone={outcomeTones[row.outcome] ?? 'neutral'}>{outcomeText(row)}</StatusBadge>,
    text: outcomeText,
    sortValue: outcomeText,
    width: 150,
  },
  {
    id: 'command',
    header: texts.phone,
    cell: (row) =>
      row.command === '' ? (
        texts.none
      ) : (
        <StatusBadge tone={commandTones[row.command] ?? 'neutral'}>{commandText(row)}</StatusBadge>
      ),
    text: commandText,
    sortValue: commandText,
    width: 170,
  },
  {
    id: 'why',
    header: texts.why,
    cell: ({ message, failure }) => failure || message,
    text: ({ message, failure }) => failure || message,
    width: 320,
    priority: 'useful',
  },
];
