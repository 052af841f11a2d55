import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { calls, type AnswerOf, type WatchedAccount } from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useConsole } from '@device-console/shared-lib/console';
import { Button, Card, DefinitionList, Stack } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ConfirmChangeDialog } from '../change/confirm-change-dialog.tsx';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import { operationsMessages as texts } from './operations-messages.ts';

/** The figures are read again after so many milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/** How much of their budgets of commands is used, and whose sending is paused (C10, C11). */
export function BudgetsCard(): ReactNode {
  const { api } = useConsole();
  const [lifting, setLifting] = useState<WatchedAccount | null>(null);
  const list = useList(useCallback((signal: AbortSignal) => api.call(calls.commandUse, {}, { signal }), [api]));
  const { refresh } = list;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  const lift = useCallback(
    ({ account: email }: WatchedAccount, transactionId: string) =>
      api.call(calls.liftCommandPause, { email }, { transactionId }),
    [api],
  );
  return (
    <Card title={texts.budgets} description={texts.budgetsHelp}>
      <ListState list={list} fetching={texts.fetchingBudgets}>
        {(use) => <Use use={use} onLift={setLifting} />}
      </ListState>
      {lifting && (
        <ConfirmChangeDialog
          input={lifting}
          run={lift}
          asked={{
            title: texts.lift,
            message: texts.liftText(lifting.account, lifting.why),
            confirmLabel: texts.lift,
            tone: 'danger',
            doneText: texts.lifted(lifting.account),
          }}
          onDone={(text) => {
            setLifting(null);
            list.done(text);
          }}
          onFailed={(failure) => {
            setLifting(null);
            list.failed(failure);
          }}
          onCancel={() => setLifting(null)}
        />
      )}
    </Card>
  );
}

interface UseProps {
  readonly use: AnswerOf<typeof calls.commandUse>;
  readonly onLift: (account: WatchedAccount) => void;
}

const ofBudget = (used: number | null, budget: number | null): string =>
  texts.used(formatCount(used ?? 0), formatCount(budget ?? 0));

function Use({ use, onLift }: UseProps): ReactNode {
  const { allInDay, allDayBudget, dayBudget, items } = use;
  const columns = useMemo(() => columnsOf(dayBudget, onLift), [dayBudget, onLift]);
  return (
    <Stack>
      <DefinitionList isWide items={[{ term: texts.allAccounts, value: ofBudget(allInDay, allDayBudget) }]} />
      {items.length > 0 && (
        <DataTable
          label={texts.watched}
          rows={items}
          rowKey={({ account }) => account}
          columns={columns}
          emptyText={texts.noneWatched}
        />
      )}
    </Stack>
  );
}

function columnsOf(
  dayBudget: number | null,
  onLift: (account: WatchedAccount) => void,
): readonly Column<WatchedAccount>[] {
  return [
    { id: 'account', header: texts.account, cell: ({ account }) => account, isRowHeader: true, width: 220 },
    {
      id: 'in-day',
      header: texts.inDay,
      cell: ({ inDay }) => (inDay === null ? '' : ofBudget(inDay, dayBudget)),
      width: 180,
    },
    {
      id: 'paused',
      header: texts.pausedSince,
      cell: ({ pausedAt, why }) => (pausedAt === '' ? '' : `${formatTime(pausedAt)}: ${why}`),
      width: 320,
    },
    {
      id: 'lift',
      header: texts.decision,
      width: 150,
      isExported: false,
      cell: (account) =>
        account.pausedAt !== '' && (
          <Button size="small" aria-label={`${texts.lift}: ${account.account}`} onPress={() => onLift(account)}>
            {texts.lift}
          </Button>
        ),
    },
  ];
}
