import type { ReactNode } from 'react';
import { calls, type AnswerOf, type BodyOf, type SessionRow } from '@device-console/shared-lib/contract';
import {
  timeColumn,
  formatTime,
  type QueryState,
  QueryNotice,
  useInvalidate,
} from '@device-console/shared-lib/console';
import { Actions, Button, Card, StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { useAskedChange } from './use-own-change.tsx';
import { t } from '../t.ts';

function sessionColumns(onEnd: (session: SessionRow) => void): readonly Column<SessionRow>[] {
  return [
    {
      id: 'started',
      header: t('Logged in'),
      cell: ({ started_at: at, address }) => t('{when} from {address}', { when: formatTime(at), address }),
      sortValue: ({ started_at: at }) => at,
      isRowHeader: true,
      width: 260,
    },
    {
      id: 'used',
      header: t('Last use'),
      cell: ({ last_used_at: at, last_address: address }) =>
        t('{when} from {address}', { when: formatTime(at), address }),
      sortValue: ({ last_used_at: at }) => at,
      width: 260,
    },
    timeColumn('expires', t('Ends at the latest'), ({ expires_at: at }) => at, { priority: 'useful' }),
    {
      id: 'actions',
      header: t('Actions'),
      width: 150,
      isExported: false,
      cell: (session) =>
        session.own === 'yes' ? (
          <StatusBadge tone="success">{t('This session')}</StatusBadge>
        ) : (
          <Button
            size="small"
            aria-label={t('End the session of {started} from {address}', {
              started: formatTime(session.started_at),
              address: session.address,
            })}
            onPress={() => onEnd(session)}
          >
            {t('End')}
          </Button>
        ),
    },
  ];
}

interface SessionsCardProps {
  readonly state: QueryState<AnswerOf<typeof calls.ownSessions>>;
}

/** The account's open sessions. The operator can end any other, or all of them (S12). */
export function SessionsCard({ state }: SessionsCardProps): ReactNode {
  const { ask, dialog, notice } = useAskedChange();
  const invalidate = useInvalidate();
  const end = (question: typeof endOthers, body: BodyOf<typeof calls.endSessions>): void =>
    ask({
      ...question,
      run: async (send) => {
        await send(calls.endSessions, body);
        invalidate(calls.ownSessions);
      },
    });
  const items = state.last?.items ?? [];
  const hasOthers = items.some(({ own }) => own === '');
  return (
    <Card
      title={t('Where you are logged in')}
      description={t(
        'End sessions that you do not recognise, then change your password. An unused session ends ' + 'automatically.',
      )}
    >
      {notice}
      <QueryNotice
        state={state}
        title={t('Your sessions cannot be shown now')}
        fetching={t('Fetching your sessions')}
      />
      {state.last && (
        <DataTable
          label={t('Where you are logged in')}
          columns={sessionColumns((session) => end(endOne(session), { sessionId: session.id }))}
          rows={items}
          rowKey={({ id }) => id}
          emptyText=""
        />
      )}
      {hasOthers && (
        <Actions>
          <Button size="small" variant="danger" onPress={() => end(endOthers, {})}>
            {t('End all others')}
          </Button>
        </Actions>
      )}
      {state.last && !hasOthers && <p>{t('You are not logged in anywhere else.')}</p>}
      {dialog}
    </Card>
  );
}

const endOthers = {
  title: t('End all other sessions?'),
  message: t('You stay logged in only here. Batches that the other sessions send pause until somebody logs in.'),
  confirmLabel: t('End all others'),
};

const endOne = ({ started_at: at, address }: SessionRow): typeof endOthers => ({
  title: t('End this session?'),
  message: t(
    'The session of {started} from {address} is over at once. A batch that it sends pauses until somebody logs in.',
    { started: formatTime(at), address },
  ),
  confirmLabel: t('End'),
});
