import { type ReactNode, useMemo, useState } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  type NotificationFile,
  type NotificationList,
  wholeFileOf,
} from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Columns, Notice, Stack } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { FileDetails, FileFaults, InvalidRows, WorkbookTables } from '@device-console/shared-lib/imei-file';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { type Column, DataTable, imeiColumn } from '@device-console/shared-lib/ui/table';
import { ReadyLayout } from '../batch/ready-layout.tsx';
import { outcomeSentence, ReadySummary, useWaitsForTurn } from '../batch/ready-summary.tsx';
import { mayStart, PreflightReport, usePreflight } from '../preflight/preflight.tsx';
import {
  keepNotifications,
  kindsOf,
  notificationBatch,
  type NotificationBatch,
  type NotificationMessage,
} from './notification-batch.ts';
import { dateInWords, dayFits, useToday } from './notification-draft.ts';
import type { ReadyFileProps } from '../batch/batch-subject.ts';
import { t } from '../t.ts';
import { type AmountFormat, characterCount, templates } from './templates.ts';
import { HeaderNotSent } from './header-not-sent.tsx';

/**
 * Counts dates on the wrong side of today (T2). A file may have them (T4), but its messages would be untrue. `first` is
 * the index of the first one, -1 if all fit.
 */
export function unfitDates(list: NotificationList, today: string) {
  const now = Number(today.replaceAll('-', ''));
  let count = 0;
  let first = -1;
  list.days.forEach((day, index) => {
    if (dayFits(list.templateAt(index), day, now)) return;
    count += 1;
    if (first < 0) first = index;
  });
  return { count, first };
}

/** A file's faults, then its messages to confirm (B3, B4, D13a, T5). */
export function ReadyNotifications({ subject, file, onTable }: ReadyFileProps): ReactNode {
  const { command, runner } = subject;
  const { currency } = useConsole().config;
  const [isPreviewing, setPreviewing] = useState(false);
  const [leavesOut, setLeavesOut] = useState(false);
  const wanted = useMemo(
    () => (leavesOut && isNotificationFile(file) ? leaveOutRepeats(file) : file),
    [file, leavesOut],
  );
  const preflight = usePreflight(command.variants[0].action, wanted);
  const { used } = preflight;
  const batch = useMemo(() => notificationBatch(used, currency), [used, currency]);
  const count = formatCount(used.totals.valid);
  const { waitsForTurn, choice } = useWaitsForTurn(subject);
  const start = (): void => {
    const rows = { imeis: used.rows, extras: keepNotifications(runner, batch) };
    runner.start({ ...batchInput(used), rows, chosen: wholeFileOf(used), waitsForTurn });
  };
  return (
    <>
      <ReadyLayout
        sentence={outcomeSentence(command, used)}
        file={<FileDetails file={file} />}
        problems={
          <>
            <WorkbookTables workbook={file.workbook} onTable={onTable} />
            {isNotificationFile(file) && <NotificationFaults file={file} />}
            {isNotificationFile(file) && <Repeats file={file} leavesOut={leavesOut} onChange={setLeavesOut} />}
          </>
        }
        start={
          <>
            <ReadySummary file={used} validTerm={t('Messages to be sent')} />
            <PreflightReport file={wanted} preflight={preflight} />
            {choice}
            <Actions staysInView>
              <Button variant="primary" isDisabled={!mayStart(preflight)} onPress={() => setPreviewing(true)}>
                {file.errors.length > 0
                  ? t('Preview {count} valid of {of, plural, one {{of} message} other {{of} messages}}', {
                      count,
                      of: formatCount(file.totals.total),
                    })
                  : t('{count, plural, one {Preview {count} message} other {Preview {count} messages}}', { count })}
              </Button>
              <Button onPress={() => runner.cancel()}>{t('Choose another file')}</Button>
            </Actions>
          </>
        }
        rows={<InvalidRows errors={file.errors} />}
      />
      <MessagesPreview
        isOpen={isPreviewing}
        fileName={file.name}
        batch={batch}
        startLabel={t('{count, plural, one {Send {count} message} other {Send {count} messages}}', { count })}
        onStart={start}
        onClose={() => setPreviewing(false)}
      />
    </>
  );
}

interface RepeatsProps {
  readonly file: NotificationFile;
  readonly leavesOut: boolean;
  readonly onChange: (leavesOut: boolean) => void;
}

/** Further messages to an IMEI are sent; exact duplicates may be left out (D13a). */
function Repeats({ file: { repeats }, leavesOut, onChange }: RepeatsProps): ReactNode {
  const [furtherMessage] = repeats.imeis;
  const [repeatedRow] = repeats.rows;
  const count = formatCount(repeats.rows.length);
  return (
    <>
      {furtherMessage && (
        <Notice tone="warning">
          {t('Further messages to the same IMEI: {count}, the first on line {line}. Each of them is sent.', {
            count: formatCount(repeats.imeis.length),
            line: furtherMessage.line,
          })}
        </Notice>
      )}
      {repeatedRow && (
        <>
          <Notice tone="warning">
            {t(
              'Rows that repeat another one as a whole: {count}, the first on line {line}. They are sent too, ' +
                'unless you leave them out.',
              { count, line: repeatedRow.line },
            )}
          </Notice>
          <Checkbox isSelected={leavesOut} onChange={onChange}>
            {t('Leave out rows that repeat another one ({count})', { count })}
          </Checkbox>
        </>
      )}
    </>
  );
}

/** Also says what the operator should check (B3, D10). */
function NotificationFaults({ file }: { readonly file: NotificationFile }): ReactNode {
  const today = useToday();
  const unfit = useMemo(() => unfitDates(file.notifications, today), [file, today]);
  return (
    <>
      <FileFaults file={file} isDiagnosed={false} purpose={t('sent')} />
      {unfit.count > 0 && (
        <Notice tone="warning">
          {t(
            '{count, plural, one {{count} date does not fit its} other {{count} dates do not fit their}} ' +
              'template, the first that of IMEI {row}: Due is for today, Pre for today or later, Post for today ' +
              'or earlier. The messages show the dates of the file.',
            { count: formatCount(unfit.count), row: file.notifications.at(unfit.first)?.imei ?? '' },
          )}
        </Notice>
      )}
    </>
  );
}

/** The columns of a message (T6). */
export function messageColumns<Row>(
  amount: AmountFormat,
  messageOf: (row: Row, index: number) => NotificationMessage | undefined,
): readonly Column<Row>[] {
  const of = (id: string, header: string, read: (message: NotificationMessage) => string): Column<Row> => ({
    id,
    header,
    cell: (row, index) => {
      const message = messageOf(row, index);
      return message && read(message);
    },
  });
  return [
    { ...of('name', t('Name'), ({ name }) => name), width: 180, lines: 2 },
    { ...of('amount', t('EMI amount'), (row) => amount(row.amount)), align: 'end', width: 130 },
    { ...of('date', t('Date'), ({ date }) => date), width: 120 },
    { ...of('template', t('Template'), ({ template }) => template), width: 100 },
    { ...of('header', t('Header'), ({ header }) => header), width: 250, lines: 2 },
    { ...of('text', t('Text'), ({ text }) => text), width: 560, lines: 4 },
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
function MessagesPreview(props: MessagesPreviewProps): ReactNode {
  const { isOpen, fileName, batch, startLabel, onStart, onClose } = props;
  return (
    <Dialog
      title={t('Messages of {file}', { file: fileName })}
      isOpen={isOpen}
      onClose={onClose}
      size="sheet"
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

function columnsOf(batch: NotificationBatch): readonly Column<NotificationMessage>[] {
  const columns = messageColumns(batch.amount, (message: NotificationMessage) => message);
  return [
    { id: 'serial', header: t('S.No.'), cell: ({ index }) => index + 1, width: 64 },
    imeiColumn('imei', t('IMEI'), ({ imei }) => imei, { width: 170, isRowHeader: true }),
    // The message comes next to the device: operators read it here, and the dialog is narrower than a page.
    ...columns.slice(-1),
    ...columns
      .slice(0, -1)
      .map((column) =>
        column.id === 'date' ? { ...column, cell: ({ date }: NotificationMessage) => dateInWords(date) } : column,
      ),
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
  const kinds = useMemo(() => kindsOf(batch), [batch]);
  return (
    <Stack gap="small">
      <p>{t('These messages will be sent. Nothing is sent before you press the button below.')}</p>
      <HeaderNotSent />
      <Columns of="fields">
        {kinds.map(({ template, count, sample: { imei, header, text, date } }) => (
          <Notice
            key={template}
            tone="info"
            announce="off"
            title={t('{template}: {count, plural, one {{count} message} other {{count} messages}}', {
              template: templates[template].title,
              count: formatCount(count),
            })}
          >
            <strong>{t('IMEI {imei}: {header}', { imei, header })}</strong>
            <p>{text}</p>
            <p>{t('The date is {day}.', { day: dateInWords(date) })}</p>
          </Notice>
        ))}
      </Columns>
      <DataTable
        label={t('Preview of the notification')}
        columns={columns}
        count={batch.imeis.length}
        rowAt={batch.messageAt}
        emptyText={t('No results found')}
        isSortable={false}
        isFilterable
        minHeight={240}
      />
    </Stack>
  );
}
