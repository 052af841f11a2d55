import { useMemo, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { APPROVALS_PERMISSION, calls, mayAccess, type ApprovalRow } from '@device-console/shared-lib/contract';
import {
  useConsole,
  usePolling,
  useSession,
  actionTitle,
  formatCount,
  formatTime,
} from '@device-console/shared-lib/console';
import { Button, Card, EmptyState, Page, Actions } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { changeBy, type Question } from '../change/use-change.tsx';
import { ListState, useList } from '../list/use-list.tsx';
import { t } from '../t.ts';

const states: Readonly<Record<string, string | undefined>> = {
  waiting: t('Waiting'),
  approved: t('Approved'),
  refused: t('Refused'),
  expired: t('Not decided in time'),
  failed: t('Could not be sent'),
};

type ApprovalDecision = 'approve' | 'refuse';

const commandText = ({ action }: ApprovalRow): string => actionTitle(action);

function targetText({ imei, batchId, devices }: ApprovalRow): string {
  if (batchId !== '')
    return t('{count, plural, one {A list of {count} device} other {A list of {count} devices}}', {
      count: formatCount(devices),
    });
  return imei === 'ALL' ? t('All devices') : imei;
}

const askerText = ({ asker, via }: ApprovalRow): string =>
  via === 'key' ? t('{asker}, by an API key', { asker }) : asker;

function stateText({ state, decider, why }: ApprovalRow): string {
  const title = states[state] ?? state;
  return decider === ''
    ? title
    : why === ''
      ? t('{state} by {decider}', { state: title, decider })
      : t('{state} by {decider}: {why}', { state: title, decider, why });
}

const what: readonly Column<ApprovalRow>[] = [
  { id: 'command', header: t('Command'), cell: commandText, isRowHeader: true, width: 170 },
  { id: 'target', header: t('Devices'), cell: targetText, width: 170 },
  { id: 'asked', header: t('Asked'), cell: ({ createdAt }) => formatTime(createdAt), width: 170 },
];

const asker: Column<ApprovalRow> = { id: 'asker', header: t('Who asks'), cell: askerText, width: 220 };
const until: Column<ApprovalRow> = {
  id: 'until',
  header: t('Until'),
  cell: ({ expiresAt }) => formatTime(expiresAt),
  width: 170,
};

/** The waiting requests, with buttons to decide them (C15). */
function waitingColumns(
  onDecide: (request: ApprovalRow, decision: ApprovalDecision) => void,
): readonly Column<ApprovalRow>[] {
  return [
    ...what,
    asker,
    until,
    {
      id: 'decision',
      header: t('Decision'),
      width: 200,
      isExported: false,
      cell: (request) => (
        <Actions>
          <Button
            size="small"
            aria-label={t('Approve: {command} for {asker}', { command: commandText(request), asker: request.asker })}
            onPress={() => onDecide(request, 'approve')}
          >
            {t('Approve')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={t('Refuse: {command} for {asker}', { command: commandText(request), asker: request.asker })}
            onPress={() => onDecide(request, 'refuse')}
          >
            {t('Refuse')}
          </Button>
        </Actions>
      ),
    },
  ];
}

const state: Column<ApprovalRow> = { id: 'state', header: t('State'), cell: stateText, width: 300 };

const ownColumns: readonly Column<ApprovalRow>[] = [...what, until, state];

const decidedColumns: readonly Column<ApprovalRow>[] = [...what, asker, state];

/** Milliseconds. */
const REFETCH_MS = 30_000;

/** Requests that wait for a second person, and the operator's own. An existing back end has none (D1a, C15). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (api.offers(calls.approvals)) return <Approvals />;
  return (
    <Page title={t('Approvals')}>
      <EmptyState title={t('This server sends every command at once')}>
        {t('No command waits for a second person here.')}
      </EmptyState>
    </Page>
  );
}

function Approvals(): ReactNode {
  const { api } = useConsole();
  const mayDecide = mayAccess(useSession(), { permission: APPROVALS_PERMISSION });
  const list = useList(calls.approvals, {});
  const { state, refresh, refetch, ask } = list;
  usePolling(refetch, REFETCH_MS);
  const columns = useMemo(
    () => waitingColumns((request, decision) => ask(questionOf(api, request, decision))),
    [api, ask],
  );
  return (
    <Page
      title={t('Approvals')}
      lead={t(
        'Commands that are sent only after a second person has approved them. Nobody approves what they asked for.',
      )}
      actions={
        <Button isPending={state.status === 'loading'} onPress={refresh}>
          {t('Refresh')}
        </Button>
      }
    >
      <ListState list={list} fetching={t('Reading the requests')}>
        {({ items, off }) => {
          if (off === 'yes' && items.length === 0)
            return (
              <EmptyState title={t('Approvals are not in use here')}>
                {t('No command of this console waits for a second person, so there is nothing to decide.')}
              </EmptyState>
            );
          const others = items.filter(({ own }) => own === '');
          const isWaiting = ({ state }: ApprovalRow): boolean => state === 'waiting';
          return (
            <>
              {mayDecide && (
                <Requests
                  title={t('Waiting for your decision')}
                  rows={others.filter(isWaiting)}
                  columns={columns}
                  emptyText={t('Nothing waits for your decision')}
                />
              )}
              <Requests
                title={t('Your requests')}
                rows={items.filter(({ own }) => own !== '')}
                columns={ownColumns}
                emptyText={t('You have asked for nothing that needs a second person')}
              />
              {mayDecide && (
                <Requests
                  title={t('Decided')}
                  rows={others.filter((row) => !isWaiting(row))}
                  columns={decidedColumns}
                  emptyText={t('Nothing was decided yet')}
                />
              )}
            </>
          );
        }}
      </ListState>
    </Page>
  );
}

interface RequestsProps {
  readonly title: string;
  readonly rows: readonly ApprovalRow[];
  readonly columns: readonly Column<ApprovalRow>[];
  readonly emptyText: string;
}

function Requests({ title, rows, columns, emptyText }: RequestsProps): ReactNode {
  return (
    <Card title={title}>
      <DataTable label={title} rows={rows} rowKey={({ id }) => id} columns={columns} emptyText={emptyText} />
    </Card>
  );
}

/** A decision is final; a refusal needs a reason (C13). */
function questionOf(api: Pick<ApiClient, 'call'>, request: ApprovalRow, decision: ApprovalDecision): Question {
  const { id, asker } = request;
  const command = commandText(request);
  const target = targetText(request);
  if (decision === 'refuse')
    return {
      title: t('Refuse'),
      message: t('{command} will not be sent to {target}. {asker} is notified.', { command, target, asker }),
      tone: 'plain',
      needsReason: true,
      change: {
        name: `${calls.decideApproval.path} refuse`,
        subject: id,
        run: async (transactionId, reason) => {
          await api.call(calls.decideApproval, { id, decision: 'refuse', reason }, { transactionId });
          return t('Refused. Nothing was sent.');
        },
      },
    };
  return {
    title: t('Approve'),
    message: t('{command} will be sent to {target}, as {asker} asked. The audit records your name too.', {
      command,
      target,
      asker,
    }),
    tone: 'danger',
    change: changeBy(api, calls.decideApproval, { id, decision: 'approve' }, id, t('Approved.')),
  };
}
