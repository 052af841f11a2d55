import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import {
  calls,
  type CommandState,
  commandStates,
  type OperationsCommandRow,
} from '@device-console/shared-lib/contract';
import {
  actionTitle,
  formatCount,
  QueryNotice,
  timeColumn,
  useConsole,
  useQuery,
} from '@device-console/shared-lib/console';
import { type DecidedCommands, decideInSteps, pagesOf } from '@device-console/shared-lib/records';
import { Actions, Button, Card, Form, HiddenText, Imei, ImeiField, Select, Stack } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { CommandStateBadge, commandStateTitle, commandStateTitles } from '@device-console/shared-lib/ui/timeline';
import { type Column, DataTable } from '@device-console/shared-lib/ui/table';
import type { Question } from '../change/use-change.tsx';
import { t } from '../t.ts';

function commandColumns(
  chosen: ReadonlySet<string>,
  onChoose: (key: string, isChosen: boolean) => void,
): readonly Column<OperationsCommandRow>[] {
  const choose: Column<OperationsCommandRow> = {
    id: 'choose',
    header: t('Choose'),
    width: 90,
    isExported: false,
    cell: ({ key, imei }) => (
      <Checkbox isSelected={chosen.has(key)} onChange={(isChosen) => onChoose(key, isChosen)}>
        <HiddenText>{t('Choose the command to {imei}', { imei })}</HiddenText>
      </Checkbox>
    ),
  };
  return [choose, ...factColumns];
}

const factColumns: readonly Column<OperationsCommandRow>[] = [
  {
    id: 'imei',
    header: t('IMEI'),
    width: 190,
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    isRowHeader: true,
  },
  { id: 'action', header: t('Command'), width: 160, sortValue: ({ action }) => actionTitle(action) },
  {
    id: 'state',
    header: t('State'),
    width: 150,
    cell: ({ state }) => <CommandStateBadge state={state} />,
    sortValue: ({ state }) => commandStateTitle(state),
  },
  { id: 'reason', header: t('Why'), width: 260, cell: ({ reason }) => reason, priority: 'useful' },
  timeColumn('created', t('Asked for'), ({ createdAt }) => createdAt),
  timeColumn('updated', t('In this state since'), ({ updatedAt }) => updatedAt, { priority: 'extra' }),
  { id: 'user', header: t('User'), width: 190, cell: ({ user }) => user, priority: 'useful' },
  { id: 'approved', header: t('Approved by'), width: 190, priority: 'extra', cell: ({ approvedBy }) => approvedBy },
  {
    id: 'attempts',
    header: t('Attempts'),
    width: 100,
    kind: 'number',
    align: 'end',
    priority: 'extra',
    cell: ({ attempts }) => formatCount(attempts),
    sortValue: ({ attempts }) => attempts,
  },
];

function decisionText({ done, notDone, reasons }: DecidedCommands): string {
  return [
    t('{count, plural, =0 {Nothing was} one {{count} command was} other {{count} commands were}} changed.', {
      count: formatCount(done),
    }),
    notDone > 0
      ? t('{count, plural, one {{count} was} other {{count} were}} left as they are: {why}', {
          count: formatCount(notDone),
          why: reasons.join(' '),
        })
      : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const decisions = {
  retry: {
    titleOf: (count: string) =>
      t('{count, plural, one {Send {count} command again} other {Send {count} commands again}}', { count }),
    message: t(
      'They go to the provider again under their own keys, so that a phone that has carried one out does not do so ' +
        'again.',
    ),
    tone: 'plain',
  },
  cancel: {
    titleOf: (count: string) =>
      t('{count, plural, one {Cancel {count} command} other {Cancel {count} commands}}', { count }),
    message: t(
      'Only commands that have certainly not reached the provider are cancelled; you will see which others ' +
        'were not.',
    ),
    tone: 'danger',
  },
} as const;

interface CommandsCardProps {
  readonly commands: ReturnType<typeof useCommands>;
  readonly filter: CommandFilter;
  readonly onFilter: (filter: CommandFilter) => void;
  readonly ask: (question: Question) => void;
}

const stateOptions = [
  { value: 'every', title: t('Every state') },
  ...commandStates.map((state) => ({ value: state, title: commandStateTitles[state] })),
];

export function CommandsCard({ commands, filter, onFilter, ask }: CommandsCardProps): ReactNode {
  const { state } = commands;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(
    () =>
      commandColumns(chosen, (key, isChosen) => {
        setChosen((before) => new Set(isChosen ? [...before, key] : [...before].filter((other) => other !== key)));
      }),
    [chosen],
  );
  const { api } = useConsole();
  const count = formatCount(chosen.size);
  const decide = (decision: keyof typeof decisions): void =>
    ask({
      title: decisions[decision].titleOf(count),
      message: decisions[decision].message,
      tone: decisions[decision].tone,
      needsReason: true,
      change: {
        name: JSON.stringify([calls.operationsDecide.path, decision, [...chosen]]),
        subject: 'commands',
        run: async (_transactionId, reason) => {
          const given = { decision, reason, keys: [...chosen] };
          const decided = decideInSteps((after) => api.call(calls.operationsDecide, { ...given, after }));
          return decisionText(await decided.finally(() => setChosen(new Set())));
        },
      },
    });
  return (
    <Card title={t('Commands')}>
      <Stack>
        <Filter filter={filter} onFilter={onFilter} isPending={state.status === 'loading'} />
        <QueryNotice state={state} fetching={t('Reading the commands')} />
        {state.last && (
          <DataTable
            label={t('Commands')}
            columns={columns}
            columnsName="operations-commands"
            rows={state.last.items}
            rowKey={({ key }) => key}
            emptyText={t('No command fits')}
            exportName={t('commands')}
          />
        )}
        <Actions>
          {state.last && state.last.next !== '' && <Button onPress={commands.more}>{t('Show more')}</Button>}
          {chosen.size > 0 && (
            <>
              <Button onPress={() => decide('retry')}>{decisions.retry.titleOf(count)}</Button>
              <Button variant="danger" onPress={() => decide('cancel')}>
                {decisions.cancel.titleOf(count)}
              </Button>
            </>
          )}
        </Actions>
      </Stack>
    </Card>
  );
}

interface FilterProps extends Pick<CommandsCardProps, 'filter' | 'onFilter'> {
  readonly isPending: boolean;
}

function Filter({ filter, onFilter, isPending }: FilterProps): ReactNode {
  const [imei, setImei] = useState(filter.imei);
  const isWhole = imei === '' || imei.length === 15;
  return (
    <Form onSubmit={() => isWhole && onFilter({ ...filter, imei })}>
      <Select
        label={t('State')}
        options={stateOptions}
        value={filter.state === '' ? 'every' : filter.state}
        onChange={(value) => onFilter({ imei: filter.imei, state: commandStates.find((one) => one === value) ?? '' })}
      />
      <ImeiField label={t('IMEI')} value={imei} onChange={setImei} />
      <Actions>
        <Button type="submit" isPending={isPending} isDisabled={!isWhole}>
          {t('List')}
        </Button>
      </Actions>
    </Form>
  );
}

/** '' for all. */
export interface CommandFilter {
  readonly state: CommandState | '';
  readonly imei: string;
}

interface Page {
  readonly items: readonly OperationsCommandRow[];
  readonly next: string;
}

const PAGE = 200;

/** A new filter lists again, as `list` does. `filter` must not change between renders (useState). */
export function useCommands(filter: CommandFilter) {
  const { api } = useConsole();
  const { state, ask } = useQuery(
    useCallback(
      async (before: Page | null, signal: AbortSignal): Promise<Page> => {
        const call = calls.operationsCommands;
        const body = {
          ...(filter.state && { state: filter.state }),
          ...(filter.imei && { imei: filter.imei }),
          limit: PAGE,
        };
        const pages = pagesOf((cursor) => api.call(call, { ...body, cursor }, { signal }), {
          path: call.path,
          from: before?.next,
          most: 1,
          signal,
        });
        let page: Page = before ?? { items: [], next: '' };
        for await (const { items, next } of pages) page = { items: [...page.items, ...items], next };
        return page;
      },
      [api, filter],
    ),
  );
  const list = useCallback(() => ask(null), [ask]);
  useEffect(list, [list]);
  return { state, list, more: () => ask(state.last) };
}
