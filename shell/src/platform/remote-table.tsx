import type { ReactNode } from 'react';
import { StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { canaryText, milliseconds, NOTHING, originOf, sourceTexts, stateBadges } from './platform-texts.ts';
import { misfits, type RemoteView } from './remote-view.ts';
import { t } from '../t.ts';
import { wordColumn } from './word-column.ts';

const screenTimes = ({ record }: RemoteView): string =>
  Object.entries(record.screenMs)
    .map(([screen, time]) => `${screen} ${milliseconds(time)}`)
    .join(', ') || NOTHING;
const fit = (view: RemoteView): string =>
  view.requirements.length === 0 ? NOTHING : misfits(view).length === 0 ? t('Fits') : t('Does not fit');

const columns: readonly Column<RemoteView>[] = [
  { id: 'id', header: t('Remote'), width: 140, isRowHeader: true, sortValue: ({ record }) => record.id },
  wordColumn('version', t('Version'), ({ record }) => record.version),
  {
    id: 'state',
    header: t('State'),
    cell: ({ record }) => <StatusBadge {...stateBadges[record.state.status]} />,
    sortValue: ({ record }) => stateBadges[record.state.status].children,
  },
  {
    id: 'fit',
    header: t('Contract'),
    sortValue: fit,
    cell: (view) =>
      view.requirements.length === 0 ? (
        NOTHING
      ) : (
        <StatusBadge tone={misfits(view).length === 0 ? 'success' : 'danger'}>{fit(view)}</StatusBadge>
      ),
  },
  {
    id: 'entry',
    header: t('Entry'),
    align: 'end',
    cell: ({ record }) => milliseconds(record.entryMs),
    sortValue: ({ record }) => record.entryMs ?? -1,
    text: ({ record }) => String(record.entryMs ?? ''),
    kind: 'number',
  },
  { id: 'screens', header: t('Screens, first load'), sortValue: screenTimes },
  { id: 'source', header: t('Source'), sortValue: ({ record }) => sourceTexts[record.source] },
  wordColumn('canary', t('Canary'), ({ canary }) => canary && canaryText(canary)),
  {
    id: 'events',
    header: t('Failures'),
    align: 'end',
    sortValue: ({ record }) => record.events.length,
    kind: 'number',
  },
  wordColumn('sequence', t('Sequence'), ({ record }) => record.sequence, { align: 'end', kind: 'number' }),
  wordColumn('owner', t('Owner'), ({ record }) => record.owner),
  { id: 'origin', header: t('Origin'), sortValue: ({ record }) => originOf(record.baseUrl) },
  wordColumn('key', t('Signed by'), ({ record }) => record.keyId),
];

export function RemoteTable({ views }: { readonly views: readonly RemoteView[] }): ReactNode {
  return (
    <DataTable
      label={t('Remotes')}
      columns={columns}
      rows={views}
      rowKey={({ record }) => record.id}
      emptyText={t('The registry names no remote.')}
      minHeight={200}
      isFilterable
      exportName="platform"
    />
  );
}
