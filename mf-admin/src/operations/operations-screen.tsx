import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Button, EmptyState, Page } from '@device-console/shared-lib/ui';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import type { ChangeFailure } from '../change/change-failure.ts';
import { BudgetsCard } from './budgets-card.tsx';
import { CommandsCard } from './commands-card.tsx';
import { DispatchCard } from './dispatch-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { ProviderErrorsCard } from './provider-errors-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { useCommands, type CommandFilter } from './use-commands.ts';
import { t } from '../t.ts';

/** The queue is looked at again after so many milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** Operations: the queue of commands, and how to hold it; an existing back end has none that is known (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (api.offers(calls.operations)) return <Operations />;
  return (
    <Page title={t('Operations')}>
      <EmptyState title={t('This server has no queue to look into')}>
        {t('Commands go to phones in a way of its own. Ask whoever runs it.')}
      </EmptyState>
    </Page>
  );
}

function Operations(): ReactNode {
  const { api } = useConsole();
  const [hours, setHours] = useState('6');
  const [filter, setFilter] = useState<CommandFilter>({ state: '', imei: '' });
  const list = useList(
    useCallback(
      (signal: AbortSignal) => api.call(calls.operations, { hours: Number(hours) }, { signal }),
      [api, hours],
    ),
  );
  const { refresh } = list;
  const commands = useCommands();
  const { list: listCommands } = commands;
  useEffect(() => listCommands(filter), [listCommands, filter]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  const done = (text: string): void => {
    list.done(text);
    listCommands(filter);
  };
  const failed = (failure: ChangeFailure): void => {
    list.failed(failure);
    if (failure.outcome !== 'not-sent') listCommands(filter);
  };
  return (
    <Page
      title={t('Operations')}
      lead={t('Commands on their way to the phones: what waits, what the provider says, and how to hold it or go on.')}
      actions={
        <Button
          onPress={() => {
            refresh();
            listCommands(filter);
          }}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <ListState list={list} fetching={t('Reading the queue')}>
        {(operations) => (
          <>
            <DispatchCard operations={operations} onDone={done} onFailed={failed} />
            <QueueCard
              states={operations.states}
              chosen={filter.state}
              onChoose={(state) => setFilter({ ...filter, state })}
            />
            {api.offers(calls.commandUse) && <BudgetsCard />}
            <PicturesCard periods={operations.periods} hours={hours} onHours={setHours} />
            <ProviderErrorsCard providerErrors={operations.providerErrors} />
            <CommandsCard commands={commands} filter={filter} onFilter={setFilter} onDone={done} onFailed={failed} />
          </>
        )}
      </ListState>
    </Page>
  );
}
