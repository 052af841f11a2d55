import { useMemo, useState, type ReactNode, useEffect } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Button, Digits, Notice, Spinner, Stack, TextField } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import type { NotificationBatch, NotificationMessage } from './notification-batch.ts';
import { characterCount, type AmountFormat } from './templates.ts';
import { t } from '../t.ts';
import { pageClock, forEachInSlices, range, type SliceClock } from '@device-console/shared-lib/csv';
import { HeaderNotSent } from './header-not-sent.tsx';

/** The columns of a device's message: name, amount, date, template, header, text (T6). */
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

/** The matching indices from 0 to `count` - 1 in order, found in slices; null if cancelled. */
export async function filterRows(
  count: number,
  matches: (index: number) => boolean,
  clock: SliceClock,
  isCancelled: () => boolean,
): Promise<readonly number[] | null> {
  const found: number[] = [];
  const look = (index: number): void => {
    if (matches(index)) found.push(index);
  };
  return (await forEachInSlices(range(count), look, clock, isCancelled)) ? found : null;
}

/** The messages that match a filter, null for all; `isBusy` while a newer filter is applied. */
interface FilteredMessages {
  readonly found: readonly number[] | null;
  readonly isBusy: boolean;
}

function searchable(batch: NotificationBatch, index: number): string {
  const { imei, name, amount, date, template, header, text } = batch.messageAt(index);
  return [imei, name, amount, date, template, header, text].join('\n').toLowerCase();
}

/** Filters the messages of a batch by text, in any case, without blocking the page (T5). */
function useFilteredMessages(batch: NotificationBatch, filter: string): FilteredMessages {
  const [last, setLast] = useState<{ readonly wanted: string; readonly found: readonly number[] } | null>(null);
  const wanted = filter.trim().toLowerCase();
  useEffect(() => {
    if (wanted === '') return undefined;
    let isOver = false;
    const matches = (index: number): boolean => searchable(batch, index).includes(wanted);
    void filterRows(batch.imeis.length, matches, pageClock, () => isOver).then((found) => {
      if (found) setLast({ wanted, found });
    });
    return () => {
      isOver = true;
    };
  }, [batch, wanted]);
  if (wanted === '') return { found: null, isBusy: false };
  return { found: last?.found ?? null, isBusy: last?.wanted !== wanted };
}

interface MessagesPreviewProps {
  readonly isOpen: boolean;
  readonly fileName: string;
  readonly batch: NotificationBatch;
  readonly startLabel: string;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Every message of a file as it will be sent, before anything is sent (T5). */
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
    { id: 'imei', header: t('IMEI'), cell: ({ imei }) => <Digits>{imei}</Digits>, width: 170, isRowHeader: true },
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
  const [filter, setFilter] = useState('');
  const { found, isBusy } = useFilteredMessages(batch, filter);
  const columns = useMemo(() => columnsOf(batch), [batch]);
  const rowAt = useMemo(() => (place: number) => batch.messageAt(found?.[place] ?? place), [batch, found]);
  const all = batch.imeis.length;
  const count = found?.length ?? all;
  const first = count > 0 ? rowAt(0) : undefined;
  return (
    <Stack gap="small">
      <p>{t('These messages will be sent. Nothing is sent before you press the button below.')}</p>
      <HeaderNotSent />
      <TextField
        label={t('Filter by text')}
        value={filter}
        onChange={setFilter}
        autoComplete="off"
        description={t('{count} of {of, plural, one {{of} message} other {{of} messages}}', {
          count: formatCount(count),
          of: formatCount(all),
        })}
      />
      {isBusy && <Spinner label={t('Looking through the messages')} />}
      {first && (
        <Notice
          tone="info"
          title={t('IMEI {imei}: {header}', { imei: first.imei, header: first.header })}
          announce="off"
        >
          {first.text}
        </Notice>
      )}
      <DataTable
        label={t('Preview of the notification')}
        columns={columns}
        count={count}
        rowAt={rowAt}
        emptyText={t('No message has this text')}
        isSortable={false}
        minHeight={300}
      />
    </Stack>
  );
}
