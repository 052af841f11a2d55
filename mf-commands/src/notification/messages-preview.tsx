import { useMemo, type ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Button, Digits, Notice, Stack } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import type { NotificationBatch, NotificationMessage } from './notification-batch.ts';
import { characterCount, type AmountFormat } from './templates.ts';
import { t } from '../t.ts';
import { HeaderNotSent } from './header-not-sent.tsx';

/** The columns of a message (T6). */
export function messageColumns(amount: AmountFormat): readonly Column<NotificationMessage>[] {
  return [
    { id: 'name', header: t('Name'), cell: (row) => row.name, width: 180, lines: 2 },
    { id: 'amount', header: t('EMI amount'), cell: (row) => amount(row.amount), align: 'end', width: 130 },
    { id: 'date', header: t('Date'), cell: (row) => row.date, width: 120 },
    { id: 'template', header: t('Template'), cell: (row) => row.template, width: 100 },
    { id: 'header', header: t('Header'), cell: (row) => row.header, width: 250, lines: 2 },
    { id: 'text', header: t('Text'), cell: (row) => row.text, width: 560, lines: 4 },
  ];
}

interface MessagesPreviewProps {
  readonly isOpen: boolean;
  readonly fileName: string;
  readonly batch: NotificationBatch;
  readonly startLabel: string;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Every message of a file, before anything is sent (T5). */
export function MessagesPreview(props: MessagesPreviewProps): ReactNode {
  const { isOpen, fileName, batch, startLabel, onStart, onClose } = props;
  return (
    <Dialog
      title={t('Messages of {file}', { file: fileName })}
      isOpen={isOpen}
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button onPress={onClose}>{t('Back')}</Button>
          <Button variant="primary" onPress={onStart}>
            {startLabel}
          </Button>
        </>
      }
    >
      <MessagesTable batch={batch} />
    </Dialog>
  );
}

/** The message comes next to the device: operators read it here, and the dialog is narrower than a page. */
function textFirst(columns: readonly Column<NotificationMessage>[]): readonly Column<NotificationMessage>[] {
  const isText = ({ id }: Column<NotificationMessage>): boolean => id === 'text';
  return [...columns.filter(isText), ...columns.filter((column) => !isText(column))];
}

function columnsOf(batch: NotificationBatch): readonly Column<NotificationMessage>[] {
  return [
    { id: 'serial', header: t('S.No.'), cell: ({ index }) => index + 1, width: 64 },
    {
      id: 'imei',
      header: t('IMEI'),
      cell: ({ imei }) => <Digits>{imei}</Digits>,
      text: ({ imei }) => imei,
      width: 170,
      isRowHeader: true,
    },
    ...textFirst(messageColumns(batch.amount)),
    {
      id: 'characters',
      header: t('Characters'),
      cell: ({ text }) => formatCount(characterCount(text)),
      align: 'end',
      width: 110,
    },
  ];
}

function MessagesTable({ batch }: { readonly batch: NotificationBatch }): ReactNode {
  const columns = useMemo(() => columnsOf(batch), [batch]);
  const first = batch.messageAt(0);
  return (
    <Stack gap="small">
      <p>{t('These messages will be sent. Nothing is sent before you press the button below.')}</p>
      <HeaderNotSent />
      <Notice tone="info" title={t('IMEI {imei}: {header}', { imei: first.imei, header: first.header })} announce="off">
        {first.text}
      </Notice>
      <DataTable
        label={t('Preview of the notification')}
        columns={columns}
        count={batch.imeis.length}
        rowAt={batch.messageAt}
        emptyText={t('No results found')}
        isSortable={false}
        isFilterable
        minHeight={300}
      />
    </Stack>
  );
}
