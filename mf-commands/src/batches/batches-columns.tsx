import { commandByAction, type BatchRunRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Digits, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { batchesMessages } from './batches-messages.ts';
import { t } from '../t.ts';

/** The command of a run as the operator knows it, with its level; an action that no command has is shown as it came. */
function commandName(action: string): string {
  const found = commandByAction(action);
  if (!found) return action === '' ? batchesMessages.unknown : action;
  const { command, variant } = found;
  return variant.choice ? `${t.known(command.title)}, ${t.known(variant.choice.title)}` : t.known(command.title);
}

function figure(id: string, header: string, of: (run: BatchRunRow) => number | null): Column<BatchRunRow> {
  return {
    id,
    header,
    align: 'end',
    width: 120,
    cell: (run) => {
      const count = of(run);
      return count === null ? batchesMessages.unknown : formatCount(count);
    },
    sortValue: (run) => of(run) ?? -1,
  };
}

/** Every column of the list of batches. */
export const batchesColumns: readonly Column<BatchRunRow>[] = [
  { id: 'serial', header: t('S.No.'), cell: (_run, index) => index + 1, width: 90 },
  {
    id: 'file',
    header: t('File Name'),
    cell: ({ oldfile, file }) => oldfile || file,
    sortValue: ({ oldfile }) => oldfile,
    width: 240,
    isRowHeader: true,
  },
  {
    id: 'command',
    header: t('Command'),
    cell: ({ action }) => commandName(action),
    sortValue: ({ action }) => commandName(action),
    width: 200,
  },
  { id: 'user', header: t('User'), cell: ({ user }) => user, sortValue: ({ user }) => user, width: 220 },
  {
    id: 'started',
    header: t('Started'),
    cell: ({ startedAt }) => formatTime(startedAt),
    sortValue: ({ startedAt }) => startedAt,
    width: 190,
  },
  {
    id: 'state',
    header: t('State'),
    width: 130,
    cell: ({ isComplete }) => (
      <StatusBadge tone={isComplete === 'complete' ? 'success' : 'warning'}>
        {isComplete === 'complete' ? batchesMessages.complete : batchesMessages.incomplete}
      </StatusBadge>
    ),
    sortValue: ({ isComplete }) => isComplete,
  },
  figure('total', 'Devices', ({ total }) => total),
  figure('found', 'Found', ({ found }) => found),
  figure('notFound', 'Not Found', ({ notFound }) => notFound),
  figure('sent', 'Sent', ({ sent }) => sent),
  figure('acknowledged', 'Acknowledged', ({ acknowledged }) => acknowledged),
  figure('failed', 'Failed', ({ failed }) => failed),
  {
    id: 'lastimei',
    header: t('Last IMEI'),
    cell: ({ lastimei }) => (lastimei === '' ? batchesMessages.unknown : <Digits>{lastimei}</Digits>),
    width: 180,
  },
  {
    id: 'updated',
    header: t('Updated'),
    cell: ({ updatedAt }) => formatTime(updatedAt),
    sortValue: ({ updatedAt }) => updatedAt,
    width: 190,
  },
];
