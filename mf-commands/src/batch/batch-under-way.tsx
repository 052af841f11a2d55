import type { ReactNode } from 'react';
import { EXECUTING, type BatchRunner, type BatchState, type Undecided } from '@device-console/shared-lib/batch';
import { Actions, Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { DownloadResults } from './download-results.tsx';
import { BatchProgress } from './batch-figures.tsx';
import { LeaveButton } from './leave-button.tsx';

type Running = Extract<BatchState, { status: 'running' }>;
type Paused = Extract<BatchState, { status: 'paused' }>;

interface UnderWayProps<State extends Running | Paused> {
  readonly runner: BatchRunner;
  readonly state: State;
}

/**
 * Devices are being sent the command, one after the other, or the batch stands still for a reason that the operator
 * can do something about (B6, B8, D11, D11a). Pause and Continue are one button, which keeps the focus.
 */
export function BatchUnderWay({ runner, state }: UnderWayProps<Running | Paused>): ReactNode {
  const { batch } = state;
  const isPaused = state.status === 'paused';
  const undecided = isPaused ? state.undecided : null;
  const isStopping = !isPaused && state.stopping;
  return (
    <>
      {isPaused ? <WhyPaused state={state} /> : <WhatRuns state={state} />}
      <BatchProgress batch={batch} isHalted={isPaused || state.retryDelay !== null} />
      {!isPaused && state.retryDelay && (
        <Notice tone="warning" details={state.retryDelay.message}>
          {messages.retryLater}
        </Notice>
      )}
      {isStopping && <Spinner label={messages.stopping} />}
      <Actions>
        {undecided === null && (
          <Button
            key="pause or go on"
            variant="primary"
            isPending={isStopping}
            onPress={() => (isPaused ? runner.goOn() : runner.pause())}
          >
            {isPaused ? goOnLabel(state) : messages.pause}
          </Button>
        )}
        {undecided !== null && <Decide key="decide" runner={runner} undecided={undecided} />}
        {!isStopping && <Leave key="leave" runner={runner} state={state} />}
        <DownloadResults key="download" batch={batch} />
      </Actions>
    </>
  );
}

const goOnLabels: Partial<Readonly<Record<Paused['why'], string>>> = {
  report: messages.tryAgain,
  turn: messages.startNow,
};
const goOnLabel = ({ why }: Paused): string => goOnLabels[why] ?? messages.goOn;
/** Nothing is wrong: somebody wanted it so. */
const wanted: ReadonlySet<Paused['why']> = new Set(['operator', 'turn', 'approval']);

/** What the batch does: without the server nothing but wait. While devices are sent the command, its bar moves. */
function WhatRuns({ state: { retryDelay } }: Pick<UnderWayProps<Running>, 'state'>): ReactNode {
  if (retryDelay?.why === 'network') return <Spinner label={messages.waitingForConnection} />;
  return <Spinner label={EXECUTING} isStill />;
}

function Leave({ runner, state }: UnderWayProps<Running | Paused>): ReactNode {
  if (state.status === 'paused' && state.stage === 'reporting')
    return <Button onPress={() => runner.finishHere()}>{messages.finishHere}</Button>;
  return <LeaveButton label={messages.cancel} onLeave={() => runner.cancel()} />;
}

/** Never the button that paused: a second press of that would send something again (D2b). */
function Decide({ runner, undecided }: { readonly runner: BatchRunner; readonly undecided: Undecided }): ReactNode {
  const { again, leave } = messages.undecided[undecided.kind];
  return (
    <>
      <Button variant="primary" onPress={() => runner.goOn('resend')}>
        {again}
      </Button>
      <Button onPress={() => runner.goOn('leave')}>{leave}</Button>
    </>
  );
}

function WhyPaused({ state }: Pick<UnderWayProps<Paused>, 'state'>): ReactNode {
  const { why, message, undecided } = state;
  const title = undecided === null ? messages.pausedBy[why] : messages.undecided[undecided.kind].title;
  const isRefusal = refusals.has(why);
  const text = [isRefusal ? message : '', ...helpOf(state)].filter(Boolean).join(' ');
  return (
    <>
      {why === 'network' && undecided === null && <Spinner label={messages.waitingForConnection} />}
      <Notice
        tone={wanted.has(why) ? 'info' : 'warning'}
        title={title}
        details={isRefusal || message === '' ? undefined : message}
      >
        {text}
      </Notice>
    </>
  );
}

/** Reasons to pause whose message is the server's own sentence; that of others is for who helps. */
const refusals: ReadonlySet<Paused['why']> = new Set(['report', 'forbidden', 'throttled']);

/** What the operator needs to decide (D2b, D11a). */
function helpOf({ why, undecided, stage, nextProbeAt }: Paused): readonly string[] {
  if (undecided !== null) return [subjectOf(undecided), messages.undecided[undecided.kind].help];
  const byItself = why === 'report' && nextProbeAt !== null ? messages.triedByItself : '';
  return [byItself, stage === 'reporting' ? messages.finishHereHelp : ''];
}

function subjectOf(undecided: Undecided): string {
  return undecided.kind === 'imei' ? `${messages.inDoubt(undecided.imei, undecided.row)}.` : '';
}
