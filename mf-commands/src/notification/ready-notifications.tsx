import { useMemo, useState, type ReactNode } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  wholeFileOf,
  type NotificationFile,
  notificationTemplates,
  type NotificationList,
} from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { FileDetails, FileFaults, InvalidRows, WorkbookTables } from '@device-console/shared-lib/imei-file';
import { ReadySummary, useWaitsForTurn } from '../batch/ready-summary.tsx';
import { mayStart, PreflightReport } from '../preflight/preflight-report.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { keepNotifications, notificationBatch } from './notification-batch.ts';
import { MessagesPreview } from './messages-preview.tsx';
import { useToday, type Now } from './use-today.ts';
import type { ReadyFileProps } from '../batch/batch-subject.ts';
import styles from '../batch/batch.module.css';
import { t } from '../t.ts';
import { dateRule, dayNumber } from './notification-draft.ts';

/** Dates that do not fit their templates, and the index of the first. */
interface UnfitDates {
  readonly count: number;
  /** -1 if all fit. */
  readonly first: number;
}

/** Dates on the wrong side of today (T2). A file may have them (T4), but its messages would be untrue. */
export function unfitDates(list: NotificationList, today: string): UnfitDates {
  const limits = new Map(
    notificationTemplates.map((template) => {
      const { min, max } = dateRule(template, today);
      return [
        template,
        { min: min === undefined ? 0 : dayNumber(min), max: max === undefined ? Infinity : dayNumber(max) },
      ];
    }),
  );
  let count = 0;
  let first = -1;
  list.days.forEach((day, index) => {
    const { min = 0, max = Infinity } = limits.get(list.templateAt(index)) ?? {};
    if (day >= min && day <= max) return;
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
      <FileDetails file={file} />
      <WorkbookTables workbook={file.workbook} onTable={onTable} />
      {isNotificationFile(file) && <NotificationFaults file={file} />}
      {isNotificationFile(file) && <Repeats file={file} leavesOut={leavesOut} onChange={setLeavesOut} />}
      <ReadySummary file={used} validTerm={t('Messages to be sent')} />
      <PreflightReport file={wanted} preflight={preflight} />
      {choice}
      <div className={styles['start']}>
        <Actions>
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
      </div>
      <InvalidRows errors={file.errors} isDiagnosed={false} />
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
function NotificationFaults(props: { readonly file: NotificationFile; readonly now?: Now }): ReactNode {
  const { file, now = Date.now } = props;
  const today = useToday(now);
  const unfit = useMemo(() => unfitDates(file.notifications, today), [file, today]);
  return (
    <>
      <FileFaults file={file} isDiagnosed={false} purpose={t('sent')} />
      {unfit.count > 0 && (
        <Notice tone="warning">
          {t(
            '{count, plural, one {{count} date does not fit its} other {{count} dates do not fit their}} template, ' +
              'the first that of IMEI {row}: Due is for today, Pre for today or later, Post for today or earlier. ' +
              'The messages say what stands in the file.',
            { count: formatCount(unfit.count), row: file.notifications.at(unfit.first)?.imei ?? '' },
          )}
        </Notice>
      )}
    </>
  );
}
