import type { ReactNode } from 'react';
import { StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { NOTHING, sourceTexts, stateBadges, wordColumn } from './platform-texts.ts';
import { misfits, type RemoteView } from './remote-view.ts';
import { t } from '../t.ts';

const fit = (view: RemoteView): string =>
  view.requirements.length === 0 ? NOTHING : misfits(view).length === 0 ? t('Fits') : t('Does not fit');

/** Shows whether a remote needs attention; its details have the rest. */
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
  { id: 'source', header: t('Source'), sortValue: ({ record }) => sourceTexts[record.source] },
  {
    id: 'events',
    header: t('Failures'),
    align: 'end',
    sortValue: ({ record }) => record.events.length,
    kind: 'number',
  },
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
