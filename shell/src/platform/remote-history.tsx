import { useCallback, type ReactNode } from 'react';
import * as v from 'valibot';
import { formatTime, useConsole, useQuery, QueryNotice } from '@device-console/shared-lib/console';
import { Actions, Button, Notice, Stack } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { NOTHING, wordColumn } from './platform-texts.ts';
import { t } from '../t.ts';

const text = v.fallback(v.string(), '');

/** Missing or malformed fields, as from a later publisher, are left empty; other items stay. */
const historyItem = v.fallback(
  v.object({ sequence: v.fallback(v.number(), 0), version: text, publishedAt: text, what: text, keyId: text }),
  { sequence: 0, version: '', publishedAt: '', what: '', keyId: '' },
);

type HistoryItem = v.InferOutput<typeof historyItem>;

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

/** Read when the list is opened. */
export function RemoteHistory({ id }: { readonly id: string }): ReactNode {
  const { registryUrl } = useConsole().config;
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => readHistory(registryUrl, id, signal), [registryUrl, id]),
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
      {last === 'not-served' && <Notice tone="info">{t('No history is served here.')}</Notice>}
      {last !== null && last !== 'not-served' && (
        <DataTable
          label={t('History of {id}', { id })}
          columns={columns}
          rows={last}
          emptyText={t('Nothing was published yet.')}
          minHeight={200}
        />
      )}
    </Stack>
  );
}

/**
 * Reads `history/<id>.json` beside the registry, newest first: publishers' notes, not signed, so they decide nothing.
 * @throws Error when it is there and cannot be read
 */
async function readHistory(
  registryUrl: string,
  id: string,
  signal: AbortSignal,
): Promise<readonly HistoryItem[] | 'not-served'> {
  const url = new URL(`history/${encodeURIComponent(id)}.json`, new URL(registryUrl, document.baseURI)).href;
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (response.status === 404) return 'not-served';
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}. Try again, or look at the server that serves registry.json.`);
  const { entries }: { readonly entries?: unknown } = Object(await response.json().catch(() => null));
  if (!Array.isArray(entries))
    throw new Error(`${url} is no history of a remote. Look at what the server answers there.`);
  return entries.map((item) => v.parse(historyItem, item)).toReversed();
}
