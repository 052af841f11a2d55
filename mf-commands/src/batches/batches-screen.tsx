import { useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole, useSession, useAnswer, QueryNotice } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { Button, Card, EmptyState, Page, Spinner } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { BatchPage } from './batch-page.tsx';
import { batchesColumns } from './batches-columns.tsx';
import { t } from '../t.ts';

/** Every batch, with the state of its commands. Administrators may see everyone's (D17). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const batchId = useLocation().hash.slice(1);
  if (!api.offers(calls.batchRuns)) {
    return (
      <Page title={t('Batches')}>
        <EmptyState title={t('This server keeps no list of batches.')}>
          {t('Its reports show the uploaded files and the executed commands.')}
        </EmptyState>
      </Page>
    );
  }
  return isBatchId(batchId) ? <BatchPage key={batchId} batchId={batchId} /> : <BatchesList />;
}

const isBatchId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

function BatchesList(): ReactNode {
  const isStaff = useSession().userlevel === 'USER';
  const [ofEveryone, setOfEveryone] = useState(false);
  const { state, ask: again } = useAnswer(calls.batchRuns, ofEveryone ? { everyone: true } : {});

  return (
    <Page
      title={t('Batches')}
      lead={t('The newest 200 batches, as the server knows them.')}
      actions={
        <Button isPending={state.status === 'loading'} onPress={again}>
          {t('Refresh')}
        </Button>
      }
    >
      <QueryNotice state={state} title={t('The batches could not be fetched')} onRetry={again} />
      <Card
        title={t('Newest first')}
        description={t(
          'What a batch has not found is known once it is complete. Commands that were found and are neither sent, ' +
            'acknowledged nor failed wait at the server.',
        )}
      >
        <Checkbox isSelected={ofEveryone} onChange={setOfEveryone}>
          {isStaff ? t('Batches of everyone, of the commands that I may send') : t('Batches of everyone')}
        </Checkbox>
        {state.last ? (
          <DataTable
            label={t('Batches')}
            columns={batchesColumns}
            rows={state.last.items}
            rowKey={({ user, batchId, file }) => `${user} ${batchId} ${file}`}
            minHeight={400}
            columnsName="batches"
            emptyText={t('There are no batches yet.')}
            emptyHelp={t('A file of IMEIs on the screen of a command starts one.')}
          />
        ) : (
          state.status !== 'failed' && <Spinner label={t('Fetching the batches')} />
        )}
      </Card>
    </Page>
  );
}
