import type { SessionRow } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

/** The columns of the table of the own sessions, in their order (S12). */
export function sessionColumns(onEnd: (session: SessionRow) => void): readonly Column<SessionRow>[] {
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
    {
      id: 'expires',
      header: t('Ends at the latest'),
      cell: ({ expires_at: at }) => formatTime(at),
      sortValue: ({ expires_at: at }) => at,
      width: 180,
      priority: 'useful',
    },
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
