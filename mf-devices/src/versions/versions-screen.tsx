import { useCallback, useEffect, type ReactNode } from 'react';
import { ApiError, NO_SESSION_TEXT } from '@device-console/shared-lib/api';
import { calls } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { VersionChart } from './version-chart.tsx';
import { formatShare, versionCounts, type VersionCount } from './version-counts.ts';

const texts = messages.versions;

const columns: readonly Column<VersionCount>[] = [
  { id: 'number', header: messages.serial, cell: (_row, index) => index + 1, width: 90, kind: 'number' },
  {
    id: 'version',
    header: messages.appVersion,
    cell: ({ version }) => version,
    sortValue: ({ version }) => version,
    isRowHeader: true,
  },
  {
    id: 'devices',
    header: texts.devices,
    cell: ({ devices }) => formatCount(devices),
    sortValue: ({ devices }) => devices,
    align: 'end',
    kind: 'number',
  },
  {
    id: 'share',
    header: texts.share,
    cell: ({ share }) => formatShare(share),
    sortValue: ({ share }) => share,
    text: ({ share }) => formatShare(share),
    align: 'end',
  },
];

/** Device Version Detail: how many devices run which version (L6). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => api.call(calls.getAppVersionDevices, {}, { signal }), [api]),
  );
  useEffect(() => ask(null), [ask]);
  const counts = state.last && versionCounts(state.last.items);

  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button isPending={state.status === 'loading'} onPress={() => ask(null)}>
          {messages.refresh}
        </Button>
      }
    >
      {state.status === 'failed' && <Failure error={state.error} />}
      {state.status === 'loading' && !counts && <Spinner label={texts.fetching} />}
      {counts && (
        <>
          <Card title={texts.table}>
            <DataTable
              label={texts.table}
              columns={columns}
              rows={counts}
              rowKey={({ version }) => version}
              emptyText={messages.noResults}
              exportName={counts.length > 0 ? 'app_versions' : undefined}
            />
          </Card>
          {counts.length > 0 && (
            <Card title={texts.chart}>
              <VersionChart counts={counts} />
            </Card>
          )}
        </>
      )}
    </Page>
  );
}

/**
 * A call without a session never leaves the page; one whose session the server has ended leads to login by itself (S8).
 */
function Failure({ error }: { readonly error: Error }): ReactNode {
  const hasNoSession = error instanceof ApiError && error.kind === 'authorization' && error.outcome === 'not-sent';
  if (hasNoSession) return <Notice tone="danger">{NO_SESSION_TEXT}</Notice>;
  return <Notice tone="danger" title={messages.fetchFailed} {...failureNotice(error)} />;
}
