import { useMemo, useState, type ReactNode } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import type { NotificationFile } from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { FileDetails, FileFaults } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { isNotificationFile, keepNotifications, notificationBatch } from './notification-batch.ts';
import { MessagesPreview } from './messages-preview.tsx';
import { unfitDates } from './unfit-dates.ts';
import { useToday, type Now } from './use-today.ts';
import type { ReadyFileProps } from '../batch/batch-file-kind.ts';

/** How far the operator has come on the way to the start: every step can be taken back (T5, D14). */
type Step = 'looking' | 'previewing' | 'confirming';

const texts = messages.notification;

/** A file of notifications: what is wrong with it, then its messages, then the same confirmation as any batch (B3, B4, D13, D14, T5). */
export function ReadyNotifications({ command, runner, file }: ReadyFileProps): ReactNode {
  const { currency } = useConsole().config;
  const [step, setStep] = useState<Step>('looking');
  const batch = useMemo(() => notificationBatch(file, currency), [file, currency]);
  const count = formatCount(file.totals.valid);
  const start = (): void => {
    runner.start({ ...batchInput(file), rows: { imeis: file.rows, extras: keepNotifications(runner, batch) } });
  };
  return (
    <>
      <FileDetails file={file} />
      {isNotificationFile(file) && <NotificationFaults file={file} />}
      <Actions>
        <Button variant="primary" onPress={() => setStep('previewing')}>
          {file.errors.length > 0 ? messages.continueWith(count) : texts.previewMessages(count)}
        </Button>
        <Button onPress={() => runner.cancel()}>{messages.anotherFile}</Button>
      </Actions>
      <MessagesPreview
        isOpen={step === 'previewing'} fileName={file.name} batch={batch} onStart={() => setStep('confirming')} onClose={() => setStep('looking')}
      />
      <ConfirmDialog
        isOpen={step === 'confirming'}
        title={messages.confirmTitle(command.title)}
        message={messages.confirmBatch(command.title, count, file.name)}
        confirmLabel={messages.startBatch}
        onConfirm={start}
        onCancel={() => setStep('previewing')}
      />
    </>
  );
}

/** What is wrong with a file's rows, and what should be looked at (B3, D10, D13). */
function NotificationFaults({ file, now = Date.now }: { readonly file: NotificationFile; readonly now?: Now }): ReactNode {
  const today = useToday(now);
  const unfit = useMemo(() => unfitDates(file.notifications, today), [file, today]);
  return (
    <>
      <FileFaults file={file} isDiagnosed={false} purpose={messages.sent} />
      {unfit.count > 0 && <Notice tone="warning">{texts.unfitDates(formatCount(unfit.count), file.notifications.at(unfit.first)?.imei ?? '')}</Notice>}
    </>
  );
}
