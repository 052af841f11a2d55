import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, useQuery, useSession } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { Button, Card, Checkbox, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { BatchPage } from './batch-page.tsx';
import { batchesColumns } from './batches-columns.tsx';
import { batchesMessages } from './batches-messages.ts';

/** Every batch that was run, with how far its commands are; administrators may see everyone's (D17). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const batchId = useLocation().hash.slice(1);
  if (!api.offers(calls.batchRuns)) {
    return (
      <Page title={batchesMessages.title}>
        <EmptyState title={batchesMessages.unknownToServer}>{batchesMessages.unknownToServerHelp}</EmptyState>
      </Page>
    );
  }
  return isBatchId(batchId) ? <BatchPage key={batchId} batchId={batchId} /> : <BatchesList />;
}

const isBatchId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

function BatchesList(): ReactNode {
  const { api } = useConsole();
  const isStaff = useSession().userlevel === 'USER';
  const [ofEveryone, setOfEveryone] = useState(false);
  const { state, ask } = useQuery(
    useCallback(
      (everyone: boolean, signal: AbortSignal) => api.call(calls.batchRuns, everyone ? { everyone } : {}, { signal }),
      [api],
    ),
  );
  useEffect(() => ask(ofEveryone), [ask, ofEveryone]);
  const again = (): void => ask(ofEveryone);

  return (
    <Page
      title={batchesMessages.title}
      lead={batchesMessages.lead}
      actions={
        <Button isPending={state.status === 'loading'} onPress={again}>
          {batchesMessages.refresh}
        </Button>
      }
    >
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={batchesMessages.failed}
          actions={
            <Button size="small" onPress={again}>
              {batchesMessages.retry}
            </Button>
          }
          {...failureNotice(state.error)}
        />
      )}
      <Card title={batchesMessages.list} description={batchesMessages.help}>
        <Checkbox isSelected={ofEveryone} onChange={setOfEveryone}>
          {isStaff ? batchesMessages.everyoneOfMine : batchesMessages.everyone}
        </Checkbox>
        {state.last ? (
          <DataTable
            label={batchesMessages.title}
            columns={batchesColumns}
            rows={state.last.items}
            rowKey={({ user, batchId, file }) => `${user} ${batchId} ${file}`}
            minHeight={400}
            columnsName="batches"
            emptyText={batchesMessages.empty}
            emptyHelp={batchesMessages.emptyHelp}
          />
        ) : (
          state.status !== 'failed' && <Spinner label={batchesMessages.fetching} />
        )}
      </Card>
    </Page>
  );
}
