import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { calls, reconcileDifferences, type AnswerOf, type ReconcileRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  buttonClass,
  Card,
  DefinitionList,
  EmptyState,
  Imei,
  Notice,
  Page,
} from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ConfirmChangeDialog, type ConfirmText } from '../change/confirm-change-dialog.tsx';
import { ListState } from '../list/list-state.tsx';
import { useChange } from '../change/use-change.ts';
import { useList, type ChangedList } from '../list/use-list.ts';
import { actionTitle } from './command-columns.tsx';
import { stateTitle } from './command-state.tsx';
import { operationsMessages as texts } from './operations-messages.ts';

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
  return differs ? texts.differs[differs] : row.differs;
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
  const [wish, setWish] = useState<Wish | 'end' | null>(null);
  const list = useList(
    useCallback((signal: AbortSignal) => api.call(calls.operationsReconcile, { limit: PAGE }, { signal }), [api]),
  );
  const run = useCallback(
    async (wanted: Wish | 'end', transactionId: string) => {
      if (wanted === 'end') {
        await api.call(calls.operationsReconcile, { end: true, limit: 1 }, { transactionId });
        return;
      }
      const { decision, differs, key } = wanted;
      const which = key === undefined ? { differs } : { keys: [key] };
      let answer = await api.call(calls.operationsReconcile, { decision, ...which, limit: 1 }, { transactionId });
      while ((answer.left ?? 0) > 0 && (answer.done ?? 0) > 0)
        answer = await api.call(calls.operationsReconcile, { decision, ...which, limit: 1 });
    },
    [api],
  );
  return (
    <Page
      title={texts.restored}
      lead={texts.restoredLead}
      actions={
        <>
          <Link className={buttonClass({ variant: 'quiet' })} to={to('operations')}>
            {texts.back}
          </Link>
          {list.state.last?.state === 'asking' && <Button onPress={() => setWish('end')}>{texts.end}</Button>}
          {list.state.last && list.state.last.state !== '' && <AskAgain list={list} />}
        </>
      }
    >
      <ListState list={list} fetching={texts.fetching}>
        {(answer) => (answer.state === '' ? <NotRestored /> : <Differences answer={answer} onWish={setWish} />)}
      </ListState>
      {wish && (
        <ConfirmChangeDialog
          asked={wish === 'end' ? ending : askedOf(wish)}
          input={wish}
          run={run}
          onDone={(text) => {
            setWish(null);
            list.done(text);
          }}
          onFailed={(failure) => {
            setWish(null);
            list.failed(failure);
          }}
          onCancel={() => setWish(null)}
        />
      )}
    </Page>
  );
}

const ending: ConfirmText = {
  title: texts.end,
  message: texts.endText,
  confirmLabel: texts.end,
  tone: 'danger',
  doneText: texts.ended,
};

function askedOf({ decision, differs, key }: Wish): ConfirmText {
  const word = texts.decisions[decision];
  return {
    title: key === undefined ? texts.decideAll(word, texts.differs[differs]) : word,
    message: texts.decideText,
    confirmLabel: word,
    tone: decision === 'adopt' ? 'plain' : 'danger',
    doneText: texts.decided,
  };
}

const failureTexts = { refused: texts.refused };

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
    if (result.status === 'done') list.done(texts.compareAsking);
    else list.failed(result.failure);
  };
  return (
    <Button isPending={state.status === 'sending'} onPress={() => void ask()}>
      {texts.askAgain}
    </Button>
  );
}

function NotRestored(): ReactNode {
  return <EmptyState title={texts.notRestored}>{texts.notRestoredHelp}</EmptyState>;
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
    [texts.asked, asked],
    [texts.agreed, agreed],
    [texts.undecided, undecided],
  ] as const;
  return (
    <>
      {state === 'asking' && <Notice tone="info">{texts.compareAsking}</Notice>}
      {unread === 'yes' && <Notice tone="warning">{texts.compareUnread}</Notice>}
      <Card title={texts.compare}>
        <DefinitionList items={figures.map(([term, count]) => ({ term, value: formatCount(count ?? 0) }))} />
        <Actions>
          {open.flatMap((differs) =>
            allowed[differs].map((decision) => (
              <Button key={`${differs} ${decision}`} size="small" onPress={() => onWish({ decision, differs })}>
                {texts.decideAll(texts.decisions[decision], texts.differs[differs])}
              </Button>
            )),
          )}
        </Actions>
        <DataTable
          label={texts.restored}
          columns={columns}
          rows={items}
          rowKey={({ key }) => key}
          emptyText={texts.nothingDiffers}
        />
      </Card>
    </>
  );
}

const side = (word: string): string => (word === '' ? texts.nobody : stateTitle(word));

function columnsOf(onWish: (wish: Wish) => void): readonly Column<ReconcileRow>[] {
  return [
    { id: 'imei', header: texts.imei, width: 190, cell: ({ imei }) => <Imei imei={imei} />, isRowHeader: true },
    { id: 'action', header: texts.action, width: 150, cell: ({ action }) => actionTitle(action) },
    {
      id: 'created',
      header: texts.created,
      width: 180,
      cell: ({ createdAt }) => formatTime(createdAt),
      priority: 'useful',
    },
    { id: 'differs', header: texts.why, width: 220, cell: titleOf, sortValue: titleOf },
    { id: 'ours', header: texts.ours, width: 130, cell: ({ ours }) => side(ours), priority: 'useful' },
    { id: 'theirs', header: texts.theirs, width: 130, cell: ({ theirs }) => side(theirs), priority: 'useful' },
    { id: 'reason', header: texts.reasonOf, width: 200, cell: ({ reason }) => reason, priority: 'extra' },
    {
      id: 'decide',
      header: texts.decide,
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
    return [texts.decisions[allowed[differs].find((known) => known === decided) ?? 'adopt'], decidedBy]
      .filter((text) => text !== '')
      .join(', ');
  return (
    <Actions>
      {allowed[differs].map((decision) => (
        <Button key={decision} size="small" onPress={() => onWish({ decision, differs, key })}>
          {texts.decisions[decision]}
        </Button>
      ))}
    </Actions>
  );
}
