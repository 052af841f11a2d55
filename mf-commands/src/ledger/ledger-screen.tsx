import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useQuery, useSession } from '@device-console/shared-lib/console';
import { Button, Card, Checkbox, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { ledgerColumns } from './ledger-columns.tsx';
import { ledgerMessages } from './ledger-messages.ts';

/** Every batch that was run, with how far its commands are; administrators may see everyone's (D17). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (!api.offers(calls.batchRuns)) {
    return (
      <Page title={ledgerMessages.title}>
        <EmptyState title={ledgerMessages.unknownToServer}>{ledgerMessages.unknownToServerHelp}</EmptyState>
      </Page>
    );
  }
  return <Ledger />;
}

function Ledger(): ReactNode {
  const { api } = useConsole();
  const mayAskForAll = useSession().userlevel !== 'USER';
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
      title={ledgerMessages.title}
      lead={ledgerMessages.lead}
      actions={
        <Button isPending={state.status === 'loading'} onPress={again}>
          {ledgerMessages.refresh}
        </Button>
      }
    >
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={ledgerMessages.failed}
          actions={
            <Button size="small" onPress={again}>
              {ledgerMessages.retry}
            </Button>
          }
        >
          {failureText(state.error, state.error.message)}
        </Notice>
      )}
      <Card title={ledgerMessages.list} description={ledgerMessages.help}>
        {mayAskForAll && (
          <Checkbox isSelected={ofEveryone} onChange={setOfEveryone}>
            {ledgerMessages.everyone}
          </Checkbox>
        )}
        {state.last ? (
          <DataTable
            label={ledgerMessages.title}
            columns={ledgerColumns}
            rows={state.last.items}
            rowKey={({ user, batchId, file }) => `${user} ${batchId} ${file}`}
            minHeight={400}
            emptyText={ledgerMessages.empty}
          />
        ) : (
          state.status !== 'failed' && <Spinner label={ledgerMessages.fetching} />
        )}
      </Card>
    </Page>
  );
}
