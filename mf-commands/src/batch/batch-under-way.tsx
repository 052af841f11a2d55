import { Fragment, type ReactNode } from 'react';
import { EXECUTING, UPLOAD_FAILED, type Undecided } from '@device-console/shared-lib/batch';
import type { BatchView } from '@device-console/shared-lib/batch';
import { formatCount } from '@device-console/shared-lib/console';
import { FileProgress } from '@device-console/shared-lib/imei-file';
import { Actions, Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { DownloadResults } from './download-results.tsx';
import type { StageProps } from './batch-subject.ts';
import { t } from '../t.ts';

/** Asks before it stops a run, then archives what was done, so nothing is lost (D14). */
export function LeaveButton({ label, onLeave }: { readonly label: string; readonly onLeave: () => void }): ReactNode {
  return (
    <ConfirmButton
      label={label}
      title={t('Leave this batch unfinished?')}
      message={t('The devices that are left will not be sent anything. What was done so far is kept in this browser.')}
      confirmLabel={t('Leave unfinished')}
      cancelLabel={t('Keep the batch')}
      tone="danger"
      onConfirm={onLeave}
    />
  );
}

/** Asked after a lost answer from a server that would repeat the command (D2b). */
export const undecidedTexts = {
  copy: {
    title: t('It is not known whether the server got the copy of the file.'),
    help: t('Sending it again may store it there twice. No device has been sent anything yet.'),
    again: t('Send it again'),
    leave: t('Continue without sending it again'),
  },
  list: {
    title: t('It is not known whether the server got the list of IMEIs.'),
    help: t('Sending it again may record it there twice. No device has been sent anything yet.'),
    again: t('Send it again'),
    leave: t('Continue without sending it again'),
  },
  imei: {
    title: t('The server gave no clear answer. Decide how to continue.'),
    help: '',
    again: t('Send it again'),
    leave: t('Leave it unconfirmed'),
  },
  unconfirmed: {
    title: t('The server gave no clear answer. Decide how to continue.'),
    help: '',
    again: t('Send them again'),
    leave: t('Leave them unconfirmed'),
  },
} as const;

const pausedBy = {
  turn: t('This batch waits for those before it. It starts automatically, and nothing of it has been sent yet.'),
  operator: t('The batch is paused.'),
  network: t('The server does not answer. The batch continues automatically once it does.'),
  approval: t('This batch waits for the approval of a second person. It continues automatically after that.'),
  throttled: t('The server accepts no more commands right now. The batch continues automatically.'),
  authorization: t('Your login has ended. Log in again with the same account; the batch waits.'),
  unconfirmed: t('The server gave no clear answer. Decide how to continue.'),
  forbidden: t('You are not allowed to send this command any more. Ask your admin, then continue.'),
  'session-expiring': t('Your login is about to end. Log in again, then continue.'),
  storage: t('Progress cannot be saved in this browser, so nothing more is sent. Free some space, then continue.'),
  report: t('All devices are done, but the batch could not be reported to the server as complete.'),
} as const;

type Paused = StageProps<'paused'>['state'];

/**
 * Devices are being sent the command in turn, or the batch is paused for a reason that the operator can act on (B6, B8,
 * D11, D11a). Pause and Continue are one button, which keeps the focus.
 */
export function BatchUnderWay({ subject, state }: StageProps<'running' | 'paused'>): ReactNode {
  const { runner } = subject;
  const { batch } = state;
  const { summary, perSecond } = batch;
  const isPaused = state.status === 'paused';
  const undecided = isPaused ? state.undecided : null;
  const isStopping = !isPaused && state.stopping;
  const isCutOff = !isPaused && state.retryDelay?.why === 'network';
  const isAllSent = isPaused && state.stage === 'reporting';
  const mayResend = isPaused && state.why === 'report' && isOpen(batch) && batch.idempotent && !batch.lacksRows;
  return (
    <>
      {isPaused ? (
        <WhyPaused state={state} />
      ) : (
        // Without the server it only waits. The bar moves while devices are sent the command.
        <Spinner label={isCutOff ? t('Waiting for the connection') : EXECUTING} isStill={!isCutOff} />
      )}
      <FileProgress
        label={t('Progress')}
        done={summary.done}
        total={summary.valid}
        perSecond={isPaused || state.retryDelay !== null ? null : perSecond}
      />
      {!isPaused && state.retryDelay && (
        <Notice tone="warning" details={state.retryDelay.message}>
          {t('Trying again in a moment.')}
        </Notice>
      )}
      {isStopping && <Spinner label={t('Stopping after the device that is under way')} />}
      <Actions>
        {mayResend && (
          <Button key="resend" variant="primary" onPress={() => runner.goOn('resend')}>
            {t('Retry unconfirmed')}
          </Button>
        )}
        {undecided === null && (
          <Button
            key="pause or go on"
            variant={mayResend ? 'secondary' : 'primary'}
            isPending={isStopping}
            onPress={() => (isPaused ? runner.goOn() : runner.pause())}
          >
            {isPaused ? goOnLabel(state) : t('Pause')}
          </Button>
        )}
        {/* Never the same button as Pause: a second press of that would send something again (D2b). */}
        {undecided !== null && (
          <Fragment key="decide">
            <Button variant="primary" onPress={() => runner.goOn('resend')}>
              {undecidedTexts[undecided.kind].again}
            </Button>
            <Button onPress={() => runner.goOn('leave')}>{undecidedTexts[undecided.kind].leave}</Button>
          </Fragment>
        )}
        {isAllSent && <Button onPress={() => runner.finishHere()}>{t('Finish here')}</Button>}
        {!isAllSent && !isStopping && <LeaveButton key="leave" label={t('Cancel')} onLeave={() => runner.cancel()} />}
        <DownloadResults key="download" subject={subject} batch={batch} />
      </Actions>
    </>
  );
}

/** Some of its devices have no confirmed outcome (D11). */
const isOpen = ({ summary }: BatchView): boolean => summary.unconfirmed > 0;

/** Why a batch is paused, in a sentence; none says that all is done while an outcome is missing. */
function titleOf({ why, undecided, batch }: Paused): string {
  if (undecided !== null) return undecidedTexts[undecided.kind].title;
  if (why !== 'report' || !isOpen(batch)) return pausedBy[why];
  const count = formatCount(batch.summary.unconfirmed);
  return t('Devices without a confirmed outcome: {count}. The server does not take the batch as complete yet.', {
    count,
  });
}

const goOnLabels: Partial<Readonly<Record<Paused['why'], string>>> = {
  report: t('Try again'),
  turn: t('Start now'),
};
const goOnLabel = ({ why }: Paused): string => goOnLabels[why] ?? t('Continue');
/** Reasons to pause that are not faults. */
const wanted: ReadonlySet<Paused['why']> = new Set(['operator', 'turn', 'approval']);

function WhyPaused({ state }: Pick<StageProps<'paused'>, 'state'>): ReactNode {
  const { why, message, undecided } = state;
  const isRefusal = refusals.has(why);
  const text = [isRefusal ? message : '', ...helpOf(state)].filter(Boolean).join(' ');
  return (
    <>
      {why === 'network' && undecided === null && <Spinner label={t('Waiting for the connection')} />}
      <Notice
        tone={wanted.has(why) ? 'info' : 'warning'}
        title={titleOf(state)}
        details={isRefusal || message === '' ? undefined : message}
      >
        {text}
      </Notice>
    </>
  );
}

/** Reasons whose message is the server's own sentence. Other messages are for support. */
const refusals: ReadonlySet<Paused['why']> = new Set(['report', 'forbidden', 'throttled']);

/** Helps the operator to decide (D2b, D11a). */
function helpOf({ why, undecided, stage, nextProbeAt }: Paused): readonly string[] {
  if (undecided !== null)
    return [undecided.kind === 'imei' ? `${subjectOf(undecided)}.` : '', undecidedTexts[undecided.kind].help];
  if (stage === 'uploading' && why === 'network') return [UPLOAD_FAILED];
  const byItself = why === 'report' && nextProbeAt !== null ? t('It is retried automatically.') : '';
  const savable = t(
    'The results can be saved now. Finish here makes room for a new batch; the report to the server is sent ' +
      'later automatically.',
  );
  return [byItself, stage === 'reporting' ? savable : ''];
}

/** The device in doubt; its row only if the IMEI may be in several (D13a). */
export function subjectOf({ imei, row }: Extract<Undecided, { kind: 'imei' }>): string {
  return row === null ? t('IMEI {imei}', { imei }) : t('IMEI {imei} (row {row})', { imei, row });
}
