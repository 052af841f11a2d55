import { useState, type ReactNode } from 'react';
import { calls, commandStateOf, type AnswerOf, type CommandState } from '@device-console/shared-lib/contract';
import { useConsole, usePolling, formatCount, formatTime } from '@device-console/shared-lib/console';
import { Button, EmptyState, Page, Card, Stack } from '@device-console/shared-lib/ui';
import { DefinitionList, StackedBar, type ChartTone } from '@device-console/shared-lib/ui/chart';
import { commandStateTitle, RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import { BudgetsCard } from './budgets-card.tsx';
import { CommandsCard } from './commands-card.tsx';
import { DispatchCard } from './dispatch-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { useCommands, type CommandFilter } from './use-commands.ts';
import { t } from '../t.ts';

const tones: Readonly<Record<CommandState, ChartTone>> = {
  queued: 'accent',
  sent: 'info',
  acknowledged: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'muted',
  cancelled: 'muted',
};

interface QueueCardProps {
  readonly states: AnswerOf<typeof calls.operations>['states'];
  readonly chosen: CommandState | '';
  readonly onChoose: (state: CommandState | '') => void;
}

/** Also shows the oldest unsettled command. */
function QueueCard({ states, chosen, onChoose }: QueueCardProps): ReactNode {
  const parts = states.map(({ state, count }) => {
    const known = commandStateOf(state);
    return { name: commandStateTitle(state), value: count, tone: known ? tones[known] : ('muted' as const) };
  });
  const choose = (name: string | null): void => {
    const found = states.find(({ state }) => commandStateTitle(state) === name);
    onChoose(commandStateOf(found?.state ?? '') ?? '');
  };
  const waiting = states.filter(({ oldest, count }) => oldest !== '' && count > 0);
  return (
    <Card
      title={t('Queue')}
      description={t('Choose a state to list its commands. Acknowledged counts those asked for in the last 24 hours.')}
    >
      <Stack>
        <StackedBar
          label={t('Queue')}
          parts={parts}
          chosen={chosen === '' ? null : commandStateTitle(chosen)}
          onChoose={choose}
          format={formatCount}
        />
        {waiting.length > 0 && (
          <DefinitionList
            isWide
            items={waiting.map(({ state, oldest }) => ({
              term: t('Oldest: {state}', { state: commandStateTitle(state) }),
              value: <RelativeTime moment={Date.parse(oldest)} />,
            }))}
          />
        )}
      </Stack>
    </Card>
  );
}

function ProviderErrorsCard({ providerErrors }: Pick<AnswerOf<typeof calls.operations>, 'providerErrors'>): ReactNode {
  return (
    <Card title={t('Errors of the provider')}>
      {providerErrors.length === 0 ? (
        <EmptyState title={t('None in the last day')} />
      ) : (
        <DefinitionList
          isWide
          items={providerErrors.map(({ at, count, message }) => ({
            term: [
              formatTime(at),
              t('{count, plural, one {once} other {{count} times}} in five minutes', { count: formatCount(count) }),
            ].join(', '),
            value: message,
          }))}
        />
      )}
    </Card>
  );
}

/** Milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** The queue of commands, and how to pause it. An existing back end's is unknown (D1a). */
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
  const commands = useCommands(filter);
  const list = useList(calls.operations, { hours: Number(hours) }, commands.list);
  const { refresh, changes } = list;
  usePolling(refresh, LOOK_AGAIN_MS);
  return (
    <Page
      title={t('Operations')}
      lead={t('Commands on their way to the phones: what waits, what the provider says, and how to hold it or go on.')}
      actions={
        <Button
          onPress={() => {
            refresh();
            commands.list();
          }}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <ListState list={list} fetching={t('Reading the queue')}>
        {(operations) => (
          <>
            <DispatchCard operations={operations} changes={changes} />
            <QueueCard
              states={operations.states}
              chosen={filter.state}
              onChoose={(state) => setFilter({ ...filter, state })}
            />
            {api.offers(calls.commandUse) && <BudgetsCard />}
            <PicturesCard periods={operations.periods} hours={hours} onHours={setHours} />
            <ProviderErrorsCard providerErrors={operations.providerErrors} />
            <CommandsCard commands={commands} filter={filter} onFilter={setFilter} changes={changes} />
          </>
        )}
      </ListState>
    </Page>
  );
}
