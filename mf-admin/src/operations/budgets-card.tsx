import { useMemo, type ReactNode } from 'react';
import { calls, type AnswerOf, type WatchedAccount } from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useConsole, usePolling } from '@device-console/shared-lib/console';
import { Button, Card, Stack } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { changeBy } from '../change/use-change.tsx';
import { ListState, useList } from '../list/use-list.tsx';
import { t } from '../t.ts';

/** Milliseconds. */
const REFETCH_MS = 30_000;

/** Use of each budget of commands, and accounts whose sending is paused (C10, C11). */
export function BudgetsCard(): ReactNode {
  const { api } = useConsole();
  const list = useList(calls.commandUse, {});
  const { refetch, ask } = list;
  usePolling(refetch, REFETCH_MS);
  const lift = ({ account, why }: WatchedAccount): void =>
    ask({
      title: t('Lift the pause'),
      message: t(
        '{account} may send again, and its batches continue automatically. It was paused for this reason: {why}',
        {
          account,
          why,
        },
      ),
      tone: 'danger',
      change: changeBy(
        api,
        calls.liftCommandPause,
        { email: account },
        account,
        t('{account} may send again.', { account }),
      ),
    });
  return (
    <Card
      title={t('Budgets of commands')}
      description={t(
        'An account that has used up its budget cannot send any more; one that sends far more ' +
          'than usual is paused.',
      )}
    >
      <ListState list={list} fetching={t('Reading the budgets')}>
        {(use) => <Use use={use} onLift={lift} />}
      </ListState>
    </Card>
  );
}

interface UseProps {
  readonly use: AnswerOf<typeof calls.commandUse>;
  readonly onLift: (account: WatchedAccount) => void;
}

const ofBudget = (used: number | null, budget: number | null): string =>
  t('{used} of {budget}', { used: formatCount(used ?? 0), budget: formatCount(budget ?? 0) });

function Use({ use, onLift }: UseProps): ReactNode {
  const { allInDay, allDayBudget, dayBudget, items } = use;
  const columns = useMemo(() => columnsOf(dayBudget, onLift), [dayBudget, onLift]);
  if (allDayBudget === null) return <p>{t('No budget is set, so nothing is counted.')}</p>;
  return (
    <Stack>
      <DefinitionList
        isWide
        items={[{ term: t('All accounts today (UTC)'), value: ofBudget(allInDay, allDayBudget) }]}
      />
      {items.length > 0 && (
        <DataTable
          label={t('Accounts that need attention')}
          rows={items}
          rowKey={({ account }) => account}
          columns={columns}
          emptyText={t('No account is paused or near its budget')}
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
    { id: 'account', header: t('Account'), cell: ({ account }) => account, isRowHeader: true, width: 220 },
    {
      id: 'in-day',
      header: t('Today (UTC)'),
      cell: ({ inDay }) => (inDay === null ? '' : ofBudget(inDay, dayBudget)),
      width: 180,
    },
    {
      id: 'paused',
      header: t('Paused since'),
      cell: ({ pausedAt, why }) => (pausedAt === '' ? '' : `${formatTime(pausedAt)}: ${why}`),
      width: 320,
    },
    {
      id: 'lift',
      header: t('Decision'),
      width: 150,
      isExported: false,
      cell: (account) =>
        account.pausedAt !== '' && (
          <Button
            size="small"
            aria-label={`${t('Lift the pause')}: ${account.account}`}
            onPress={() => onLift(account)}
          >
            {t('Lift the pause')}
          </Button>
        ),
    },
  ];
}
