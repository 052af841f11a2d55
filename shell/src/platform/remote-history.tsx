import { useCallback, type ReactNode } from 'react';
import { formatTime, useQuery, QueryNotice } from '@device-console/shared-lib/console';
import { Actions, Button, Notice, Stack } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import type { FetchDocument } from '../common/fetch-document.ts';
import { NOTHING } from './platform-texts.ts';
import { readHistory, type HistoryItem } from './read-history.ts';
import { t } from '../t.ts';
import { wordColumn } from './word-column.ts';

const columns: readonly Column<HistoryItem>[] = [
  { id: 'sequence', header: t('Sequence'), align: 'end', sortValue: ({ sequence }) => sequence },
  wordColumn('version', t('Version'), ({ version }) => version, { isRowHeader: true }),
  wordColumn('what', t('What'), ({ what }) => what),
  {
    id: 'at',
    header: t('When'),
    cell: ({ publishedAt }) => formatTime(publishedAt) || NOTHING,
    sortValue: ({ publishedAt }) => publishedAt,
  },
  wordColumn('key', t('Signed by'), ({ keyId }) => keyId),
];

interface RemoteHistoryProps {
  readonly id: string;
  readonly registryUrl: string;
  readonly fetchDocument: FetchDocument;
}

/** Read when the list is opened. */
export function RemoteHistory({ id, registryUrl, fetchDocument }: RemoteHistoryProps): ReactNode {
  const { state, ask } = useQuery(
    useCallback(
      (_: null, signal: AbortSignal) => readHistory(registryUrl, id, fetchDocument, signal),
      [registryUrl, id, fetchDocument],
    ),
  );
  const { last } = state;
  return (
    <Stack gap="small">
      <Actions>
        <Button size="small" isPending={state.status === 'loading'} onPress={() => ask(null)}>
          {last ? t('Read history again') : t('Show history')}
        </Button>
      </Actions>
      <QueryNotice state={state} title={t('The history of {id} could not be read', { id })} />
      {last?.status === 'not-served' && <Notice tone="info">{t('No history is served here.')}</Notice>}
      {last?.status === 'served' && (
        <DataTable
          label={t('History of {id}', { id })}
          columns={columns}
          rows={last.items}
          emptyText={t('Nothing was published yet.')}
          minHeight={200}
        />
      )}
    </Stack>
  );
}
