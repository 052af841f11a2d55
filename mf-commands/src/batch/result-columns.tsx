import { memo, type ReactNode } from 'react';
import type { BatchRow } from '@device-console/shared-lib/batch';
import { isImei, mayAccess } from '@device-console/shared-lib/contract';
import { useAddresses, useSession, withImei } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Imei, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import styles from './batch.module.css';
import { t } from '../t.ts';

const tones = { found: 'success', 'not found': 'neutral', unconfirmed: 'warning', pending: 'info' } as const;

/** Problems before what went well. */
export const statusOrder = [
  'unconfirmed',
  'not found',
  'found',
  'pending',
] as const satisfies readonly BatchRow['status'][];

type RowStatusProps = Pick<BatchRow, 'status' | 'message' | 'sent'>;

/** Why a device has its status: the server's words, else what is known of its sending (D11). */
function reasonOf({ status, message, sent }: RowStatusProps): string {
  if (message !== '') return message;
  if (sent !== null)
    return sent === 'no' ? t('It was not sent.') : t('It may have been sent: the answer was lost or not clear.');
  return status === 'not found' ? t('The server has no such device, or does not take the command for it.') : '';
}

/** An IMEI as a link to the page of its device, for operators who may look devices up (N5). */
const DeviceLink = memo(function DeviceLink({ imei }: { readonly imei: string }): ReactNode {
  const { to } = useAddresses();
  const session = useSession();
  const digits = <Imei imei={imei} />;
  if (!isImei(imei) || !mayAccess(session, { permission: 'Device Details' })) return digits;
  return <Link to={withImei(to('device'), imei)}>{digits}</Link>;
});

const RowStatus = memo(function RowStatus(row: RowStatusProps): ReactNode {
  return (
    <>
      <StatusBadge tone={tones[row.status]}>{row.status}</StatusBadge>{' '}
      <span className={styles['reason']}>{reasonOf(row)}</span>
    </>
  );
});

/** The columns of every batch's results (B9); the reason stands beside the status. */
export const resultColumns: readonly Column<BatchRow>[] = [
  { id: 'serial', header: t('S.No.'), sortValue: ({ row }) => row, width: 90 },
  {
    id: 'imei',
    header: t('IMEI'),
    cell: ({ imei }) => <DeviceLink imei={imei} />,
    text: ({ imei }) => imei,
    sortValue: ({ imei }) => imei,
    width: 180,
    isRowHeader: true,
  },
  {
    id: 'status',
    header: t('Status'),
    cell: ({ status, message, sent }) => <RowStatus status={status} message={message} sent={sent} />,
    sortValue: ({ status }) => statusOrder.indexOf(status),
    width: 420,
    lines: 2,
  },
];
