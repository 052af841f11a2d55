import type { ReactNode } from 'react';
import { commandByAction, mayAccess, type BatchRunRow } from '@device-console/shared-lib/contract';
import { timeColumn, actionTitle, formatCount, useAddresses, useSession } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { ShortText, type Column, type ColumnPriority } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

/** Links to the command's screen if this operator may open it. */
export function CommandLink({ action }: { readonly action: string }): ReactNode {
  const { audience, to } = useAddresses();
  const session = useSession();
  const command = commandByAction(action)?.command;
  const name = actionTitle(action) || '–';
  if (!command?.audiences.includes(audience) || !mayAccess(session, command)) return name;
  return <Link to={to(command.screen)}>{name}</Link>;
}

const states = new Map([
  ['running', { tone: 'success', text: t('Running') } as const],
  ['silent', { tone: 'warning', text: t('Not responding') } as const],
  ['complete', { tone: 'success', text: t('Complete') } as const],
]);

export function BatchStateBadge({ run }: { readonly run: BatchRunRow }): ReactNode {
  const state = run.state || run.isComplete;
  const refused = run.refused ?? 0;
  if (state === 'complete' && refused > 0)
    return <StatusBadge tone="warning">{t('Complete, {count} refused', { count: formatCount(refused) })}</StatusBadge>;
  const { tone, text } = states.get(state) ?? { tone: 'warning' as const, text: t('Unfinished') };
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}

function BatchLink({ run: { batchId, oldfile, file } }: { readonly run: BatchRunRow }): ReactNode {
  const { to } = useAddresses();
  return (
    <Link to={`${to('batches')}#${batchId}`}>
      <ShortText>{oldfile || file}</ShortText>
    </Link>
  );
}

function figure(
  id: string,
  header: string,
  of: (run: BatchRunRow) => number | null,
  width: number,
  priority: ColumnPriority = 'useful',
): Column<BatchRunRow> {
  return {
    id,
    header,
    align: 'end',
    width,
    priority,
    cell: (run) => {
      const count = of(run);
      return count === null ? '–' : formatCount(count);
    },
    sortValue: (run) => of(run) ?? -1,
  };
}

export const batchesColumns: readonly Column<BatchRunRow>[] = [
  { id: 'serial', header: t('S.No.'), cell: (_run, index) => index + 1, width: 64, priority: 'useful' },
  {
    id: 'file',
    header: t('File Name'),
    cell: (run) => <BatchLink run={run} />,
    text: ({ oldfile, file }) => oldfile || file,
    sortValue: ({ oldfile }) => oldfile,
    width: 190,
    isRowHeader: true,
  },
  {
    id: 'command',
    header: t('Command'),
    cell: ({ action }) => <CommandLink action={action} />,
    sortValue: ({ action }) => actionTitle(action) || '–',
    width: 160,
  },
  { id: 'user', header: t('User'), sortValue: ({ user }) => user, width: 170, priority: 'useful' },
  {
    id: 'place',
    header: t('Sent by'),
    cell: ({ holder, place }) => (holder === '' ? '–' : `${holder}, ${place}`),
    width: 220,
    priority: 'extra',
  },
  timeColumn('started', t('Started'), ({ startedAt }) => startedAt, { width: 190 }),
  {
    id: 'state',
    header: t('State'),
    width: 120,
    cell: (run) => <BatchStateBadge run={run} />,
    sortValue: ({ state, isComplete }) => state || isComplete,
  },
  figure('done', t('Processed'), ({ done }) => done, 105),
  figure('total', t('Devices'), ({ total }) => total, 90, 'essential'),
  figure('found', t('Found'), ({ found }) => found, 85),
  figure('notFound', t('Not Found'), ({ notFound }) => notFound, 105),
  figure('refused', t('Refused'), ({ refused }) => refused, 95),
  figure('sent', t('Sent'), ({ sent }) => sent, 75),
  figure('acknowledged', t('Acknowledged'), ({ acknowledged }) => acknowledged, 130),
  figure('failed', t('Failed'), ({ failed }) => failed, 80, 'essential'),
  {
    id: 'lastimei',
    header: t('Last IMEI'),
    cell: ({ lastimei }) => (lastimei === '' ? '–' : <Imei imei={lastimei} />),
    text: ({ lastimei }) => lastimei || '–',
    width: 180,
    priority: 'extra',
  },
  timeColumn('updated', t('Updated'), ({ updatedAt }) => updatedAt, { width: 190, priority: 'extra' }),
];
