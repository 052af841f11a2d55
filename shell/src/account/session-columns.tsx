import type { SessionRow } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { accountMessages } from './account-messages.ts';

/** The columns of the table of the own sessions, in their order (S12). */
export function sessionColumns(onEnd: (session: SessionRow) => void): readonly Column<SessionRow>[] {
  return [
    {
      id: 'started',
      header: accountMessages.started,
      cell: ({ started_at: at, address }) => accountMessages.from(formatTime(at), address),
      sortValue: ({ started_at: at }) => at,
      isRowHeader: true,
      width: 260,
    },
    {
      id: 'used',
      header: accountMessages.lastUse,
      cell: ({ last_used_at: at, last_address: address }) => accountMessages.from(formatTime(at), address),
      sortValue: ({ last_used_at: at }) => at,
      width: 260,
    },
    {
      id: 'expires',
      header: accountMessages.expires,
      cell: ({ expires_at: at }) => formatTime(at),
      sortValue: ({ expires_at: at }) => at,
      width: 180,
      priority: 'useful',
    },
    {
      id: 'actions',
      header: accountMessages.actions,
      width: 150,
      isExported: false,
      cell: (session) =>
        session.own === 'yes' ? (
          <StatusBadge tone="success">{accountMessages.thisOne}</StatusBadge>
        ) : (
          <Button
            size="small"
            aria-label={accountMessages.endOf(formatTime(session.started_at), session.address)}
            onPress={() => onEnd(session)}
          >
            {accountMessages.end}
          </Button>
        ),
    },
  ];
}
