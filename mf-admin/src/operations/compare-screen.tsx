import { useCallback, useMemo, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, reconcileDifferences, type AnswerOf, type ReconcileRow } from '@device-console/shared-lib/contract';
import { actionTitle, formatCount, formatTime, useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  buttonClass,
  Card,
  commandStateTitle,
  DefinitionList,
  EmptyState,
  Imei,
  Notice,
  Page,
} from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { useConfirm, type Question } from '../change/use-confirm.tsx';
import { ListState } from '../list/list-state.tsx';
import { useChange } from '../change/use-change.ts';
import { useList, type ChangedList } from '../list/use-list.ts';
import { compareUnread } from './dispatch-card.tsx';
import { t } from '../t.ts';

const differsTexts = {
  further: t('The provider is further'),
  'not-there': t('Waiting here, not known there'),
  lost: t('Sent from here, not known there'),
  'not-here': t('Known there alone'),
  'not-asked': t('Not compared'),
} as const;

const decisions = {
  adopt: t('Take theirs'),
  send: t('Send it'),
  cancel: t('Cancel it'),
} as const;

type Differs = (typeof reconcileDifferences)[number];
type Decision = 'adopt' | 'send' | 'cancel';

const allowed: Readonly<Record<Differs, readonly Decision[]>> = {
  further: ['adopt'],
  'not-there': ['send', 'cancel'],
  lost: ['adopt', 'send'],
  'not-here': ['adopt'],
  'not-asked': ['send', 'cancel'],
};
const PAGE = 500;

type Answer = AnswerOf<typeof calls.operationsReconcile>;

const differsOf = ({ differs }: ReconcileRow): Differs | undefined =>
  reconcileDifferences.find((known) => known === differs);
const titleOf = (row: ReconcileRow): string => {
  const differs = differsOf(row);
  return differs ? differsTexts[differs] : row.differs;
};

/** What is decided: of one command, or of all that differ in the same way. */
interface Wish {
  readonly decision: Decision;
  readonly differs: Differs;
  /** Absent: all of them. */
  readonly key?: string | undefined;
}

/** After a restore: in what the provider's record differs, command by command, and what is to be done about each. */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const list = useList(calls.operationsReconcile, { limit: PAGE });
  const { ask, dialog } = useConfirm(list);
  const onWish = useCallback((wish: Wish) => ask(deciding(api, wish)), [api, ask]);
  return (
    <Page
      title={t('Compare after a restore')}
      lead={t(
        'What was open when the backup was made, as this database and the provider have it. Nothing is sent before ' +
          'it is decided.',
      )}
      actions={
        <>
          <Link className={buttonClass({ variant: 'quiet' })} to={to('operations')}>
            {t('Back to Operations')}
          </Link>
          {list.state.last?.state === 'asking' && (
            <Button onPress={() => ask(ending(api))}>{t('End the comparison')}</Button>
          )}
          {list.state.last && list.state.last.state !== '' && <AskAgain list={list} />}
        </>
      }
    >
      <ListState list={list} fetching={t('Reading the queue')}>
        {(answer) => (answer.state === '' ? <NotRestored /> : <Differences answer={answer} onWish={onWish} />)}
      </ListState>
      {dialog}
    </Page>
  );
}

type Api = Pick<ApiClient, 'call'>;

const ending = (api: Api): Question => ({
  title: t('End the comparison'),
  message: t(
    'The provider is asked no further, and what its list has beyond this is not shown. Each command that was not ' +
      'compared waits until you decide: sent again, it goes under its own key, so that the provider does nothing ' +
      'twice; cancelled, it is not sent again, and counts as unknown until the provider says what became of it.',
  ),
  tone: 'danger',
  run: async (transactionId) => {
    await api.call(calls.operationsReconcile, { end: true, limit: 1 }, { transactionId });
    return t('The comparison is ended.');
  },
});

const deciding = (api: Api, { decision, differs, key }: Wish): Question => ({
  title:
    key === undefined
      ? t('{kind}, all: {decision}', { kind: differsTexts[differs], decision: decisions[decision] })
      : decisions[decision],
  message: t('Each is decided once, and stands in the audit.'),
  confirmLabel: decisions[decision],
  tone: decision === 'adopt' ? 'plain' : 'danger',
  run: async (transactionId) => {
    const which = key === undefined ? { differs } : { keys: [key] };
    let answer = await api.call(calls.operationsReconcile, { decision, ...which, limit: 1 }, { transactionId });
    while ((answer.left ?? 0) > 0 && (answer.done ?? 0) > 0)
      answer = await api.call(calls.operationsReconcile, { decision, ...which, limit: 1 });
    return t('Decided');
  },
});

const failureTexts = { refused: t('The server refused this without saying why.') };

/** Begins the comparison anew; what is decided stays so. */
function AskAgain({ list }: { readonly list: Pick<ChangedList<Answer>, 'done' | 'failed'> }): ReactNode {
  const { api } = useConsole();
  const { state, send } = useChange(
    useCallback(
      (_: null, transactionId: string) =>
        api.call(calls.operationsReconcile, { ask: true, limit: 1 }, { transactionId }),
      [api],
    ),
    failureTexts,
  );
  const ask = async (): Promise<void> => {
    const result = await send(null);
    if (result.status === 'done')
      list.done(t('The provider is being asked what became of the commands that were open.'));
    else list.failed(result.failure);
  };
  return (
    <Button isPending={state.status === 'sending'} onPress={() => void ask()}>
      {t('Ask the provider again')}
    </Button>
  );
}

function NotRestored(): ReactNode {
  return <EmptyState title={t('This database was not restored')}>{t('There is nothing to compare.')}</EmptyState>;
}

interface DifferencesProps {
  readonly answer: Answer;
  readonly onWish: (wish: Wish) => void;
}

function Differences({ answer, onWish }: DifferencesProps): ReactNode {
  const columns = useMemo(() => columnsOf(onWish), [onWish]);
  const { items, asked, agreed, undecided, state, unread } = answer;
  const open = reconcileDifferences.filter((differs) =>
    items.some((row) => row.differs === differs && row.decision === ''),
  );
  const figures = [
    [t('Asked about'), asked],
    [t('Both agree'), agreed],
    [t('To be decided'), undecided],
  ] as const;
  return (
    <>
      {state === 'asking' && (
        <Notice tone="info">{t('The provider is being asked what became of the commands that were open.')}</Notice>
      )}
      {unread === 'yes' && <Notice tone="warning">{compareUnread}</Notice>}
      <Card title={t('After a restore')}>
        <DefinitionList items={figures.map(([term, count]) => ({ term, value: formatCount(count ?? 0) }))} />
        <Actions>
          {open.flatMap((differs) =>
            allowed[differs].map((decision) => (
              <Button key={`${differs} ${decision}`} size="small" onPress={() => onWish({ decision, differs })}>
                {t('{kind}, all: {decision}', { kind: differsTexts[differs], decision: decisions[decision] })}
              </Button>
            )),
          )}
        </Actions>
        <DataTable
          label={t('Compare after a restore')}
          columns={columns}
          rows={items}
          rowKey={({ key }) => key}
          emptyText={t('The provider and this database agree.')}
        />
      </Card>
    </>
  );
}

const side = (word: string): string => (word === '' ? t('Not known') : commandStateTitle(word));

function columnsOf(onWish: (wish: Wish) => void): readonly Column<ReconcileRow>[] {
  return [
    { id: 'imei', header: t('IMEI'), width: 190, cell: ({ imei }) => <Imei imei={imei} />, isRowHeader: true },
    { id: 'action', header: t('Command'), width: 150, cell: ({ action }) => actionTitle(action) },
    {
      id: 'created',
      header: t('Asked for'),
      width: 180,
      cell: ({ createdAt }) => formatTime(createdAt),
      priority: 'useful',
    },
    { id: 'differs', header: t('Why'), width: 220, sortValue: titleOf },
    { id: 'ours', header: t('Here'), width: 130, cell: ({ ours }) => side(ours), priority: 'useful' },
    { id: 'theirs', header: t('At the provider'), width: 130, cell: ({ theirs }) => side(theirs), priority: 'useful' },
    { id: 'reason', header: t('Why'), width: 200, cell: ({ reason }) => reason, priority: 'extra' },
    {
      id: 'decide',
      header: t('Decide'),
      width: 200,
      text: ({ decision }) => decision,
      cell: (row) => <DecideCell row={row} onWish={onWish} />,
    },
  ];
}

function DecideCell({ row, onWish }: { readonly row: ReconcileRow; readonly onWish: (wish: Wish) => void }): ReactNode {
  const differs = differsOf(row);
  const { key, decision: decided, decidedBy } = row;
  if (!differs) return null;
  if (decided !== '')
    return [decisions[allowed[differs].find((known) => known === decided) ?? 'adopt'], decidedBy]
      .filter((text) => text !== '')
      .join(', ');
  return (
    <Actions>
      {allowed[differs].map((decision) => (
        <Button key={decision} size="small" onPress={() => onWish({ decision, differs, key })}>
          {decisions[decision]}
        </Button>
      ))}
    </Actions>
  );
}
