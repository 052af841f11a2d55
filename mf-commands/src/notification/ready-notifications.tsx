import { type ReactNode, useMemo, useState } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  rowList,
  type NotificationFile,
  type NotificationList,
  wholeFileOf,
} from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Columns, Notice, Stack } from '@device-console/shared-lib/ui';
import {
  FileDetails,
  type FileProblem,
  FileProblems,
  InvalidRows,
  type ProblemRows,
  repeatedRows,
  WorkbookTables,
} from '@device-console/shared-lib/imei-file';
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

/** The places of dates on the wrong side of today (T2). A file may have them (T4), but its messages would be untrue. */
export function unfitDates(list: NotificationList, today: string): readonly number[] {
  const now = Number(today.replaceAll('-', ''));
  return list.days.flatMap((day, index) => (dayFits(list.templateAt(index), day, now) ? [] : [index]));
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
            {isNotificationFile(file) && (
              <NotificationProblems file={file} leavesOut={leavesOut} onChange={setLeavesOut} />
            )}
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

interface NotificationProblemsProps {
  readonly file: NotificationFile;
  readonly leavesOut: boolean;
  readonly onChange: (leavesOut: boolean) => void;
}

/**
 * What is wrong with a file of messages, by kind. Further messages to an IMEI are sent; rows that repeat another one as
 * a whole may be left out (D13a).
 */
function NotificationProblems({ file, leavesOut, onChange }: NotificationProblemsProps): ReactNode {
  const { repeats, notifications } = file;
  const today = useToday();
  const unfit = useMemo(() => unfitDates(notifications, today), [notifications, today]);
  const more: readonly FileProblem[] = [
    {
      id: 'further',
      tone: 'warning',
      title: t('Further messages to the same IMEI'),
      count: repeats.imeis.length,
      note: t('Each of them is sent.'),
      rows: repeatedRows(repeats.imeis),
    },
    {
      id: 'repeated rows',
      tone: 'warning',
      title: t('Rows that repeat another one as a whole'),
      count: repeats.rows.length,
      note: leavesOut ? t('Left out by you') : t('They are sent too, unless you leave them out.'),
      rows: repeatedRows(repeats.rows),
      action: { label: t('Leave them out'), isOn: leavesOut, onPress: () => onChange(!leavesOut) },
    },
    {
      id: 'dates',
      tone: 'warning',
      title: t('Dates that do not fit their template'),
      count: unfit.length,
      note: t(
        'Due is for today, Pre for today or later, Post for today or earlier. The messages show the dates of the file.',
      ),
      rows: { remark: t('Date'), list: datesAt(notifications, unfit) },
    },
  ];
  return (
    <FileProblems file={file} isDiagnosed={false} purpose={t('sent')} more={more.filter(({ count }) => count > 0)} />
  );
}

/** The rows at these places, with their dates. */
const datesAt = (list: NotificationList, places: readonly number[]): ProblemRows['list'] =>
  rowList(places.length, (index) => {
    const place = places[index] ?? -1;
    const { imei = '', date = '' } = list.at(place) ?? {};
    return { line: list.lines[place] ?? 0, data: imei, error: dateInWords(date) };
  });

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
