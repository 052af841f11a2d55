import { useMemo, useState, type ReactNode } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import {
  isNotificationFile,
  leaveOutRepeats,
  wholeFileOf,
  type NotificationFile,
} from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Checkbox, Notice } from '@device-console/shared-lib/ui';
import { FileDetails, FileFaults, WorkbookTables } from '@device-console/shared-lib/imei-file';
import { ReadySummary } from '../batch/ready-summary.tsx';
import { useWaitsForTurn } from '../batch/use-waits-for-turn.tsx';
import { mayStart, PreflightReport } from '../preflight/preflight-report.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { messages } from '../messages.ts';
import { notificationMessages as texts } from '../notification-messages.ts';
import { keepNotifications, notificationBatch } from './notification-batch.ts';
import { MessagesPreview } from './messages-preview.tsx';
import { unfitDates } from './unfit-dates.ts';
import { useToday, type Now } from './use-today.ts';
import type { ReadyFileProps } from '../batch/batch-file-kind.ts';

/**
 * A file of notifications: what is wrong with it, then its messages, whose preview is the confirmation (B3, B4, D13a,
 * T5).
 */
export function ReadyNotifications({ command, runner, file, onTable }: ReadyFileProps): ReactNode {
  const { currency } = useConsole().config;
  const [isPreviewing, setPreviewing] = useState(false);
  const [leavesOut, setLeavesOut] = useState(false);
  const wanted = useMemo(
    () => (leavesOut && isNotificationFile(file) ? leaveOutRepeats(file, 'repeated-rows') : file),
    [file, leavesOut],
  );
  const preflight = usePreflight(command.variants[0].action, wanted);
  const { used } = preflight;
  const batch = useMemo(() => notificationBatch(used, currency), [used, currency]);
  const count = formatCount(used.totals.valid);
  const { waitsForTurn, choice } = useWaitsForTurn();
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
      <ReadySummary file={used} validTerm={messages.ready.messages} />
      <PreflightReport file={wanted} preflight={preflight} />
      {choice}
      <Actions>
        <Button variant="primary" isDisabled={!mayStart(preflight)} onPress={() => setPreviewing(true)}>
          {file.errors.length > 0
            ? texts.previewValid(count, formatCount(file.totals.total))
            : texts.previewMessages(count)}
        </Button>
        <Button onPress={() => runner.cancel()}>{messages.anotherFile}</Button>
      </Actions>
      <MessagesPreview
        isOpen={isPreviewing}
        fileName={file.name}
        batch={batch}
        startLabel={texts.sendMessages(count)}
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

/** Rows that repeat something: a further message to an IMEI is one, a whole row again may be left out (D13a). */
function Repeats({ file: { repeats }, leavesOut, onChange }: RepeatsProps): ReactNode {
  const [furtherMessage] = repeats.imeis;
  const [repeatedRow] = repeats.rows;
  const count = formatCount(repeats.rows.length);
  return (
    <>
      {furtherMessage && (
        <Notice tone="warning">{texts.furtherMessages(formatCount(repeats.imeis.length), furtherMessage.line)}</Notice>
      )}
      {repeatedRow && (
        <>
          <Notice tone="warning">{texts.repeatedRows(count, repeatedRow.line)}</Notice>
          <Checkbox isSelected={leavesOut} onChange={onChange}>
            {texts.leaveOutRepeated(count)}
          </Checkbox>
        </>
      )}
    </>
  );
}

/** What is wrong with a file's rows, and what should be looked at (B3, D10). */
function NotificationFaults({
  file,
  now = Date.now,
}: {
  readonly file: NotificationFile;
  readonly now?: Now;
}): ReactNode {
  const today = useToday(now);
  const unfit = useMemo(() => unfitDates(file.notifications, today), [file, today]);
  return (
    <>
      <FileFaults file={file} isDiagnosed={false} purpose={messages.sent} />
      {unfit.count > 0 && (
        <Notice tone="warning">
          {texts.unfitDates(formatCount(unfit.count), file.notifications.at(unfit.first)?.imei ?? '')}
        </Notice>
      )}
    </>
  );
}
