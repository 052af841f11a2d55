import type { ReactNode } from 'react';
import type { BatchRunner, BatchState, Undecided } from '@device-console/shared-lib/batch';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { DownloadResults } from './download-results.tsx';
import { BatchProgress } from './batch-figures.tsx';
import { BatchOutcome } from './batch-outcome.tsx';
import { LeaveButton } from './leave-button.tsx';

type Paused = Extract<BatchState, { status: 'paused' }>;

interface PausedProps {
  readonly runner: BatchRunner;
  readonly state: Paused;
}

/** The batch stands still, for a reason that the operator can do something about (D11, D11a). */
export function BatchPaused({ runner, state }: PausedProps): ReactNode {
  const { batch, stage } = state;
  return (
    <>
      <WhyPaused state={state} />
      <BatchProgress batch={batch} />
      <Actions>
        <GoOn runner={runner} state={state} />
        {stage === 'reporting' ? (
          <Button onPress={() => runner.finishHere()}>{messages.finishHere}</Button>
        ) : (
          <LeaveButton label={messages.cancel} onLeave={() => runner.cancel()} />
        )}
        <DownloadResults batch={batch} />
      </Actions>
      <BatchOutcome batch={batch} />
    </>
  );
}

function GoOn({ runner, state: { why, undecided } }: PausedProps): ReactNode {
  if (undecided === null) {
    const label = why === 'report' ? messages.tryAgain : messages.goOn;
    return (
      <Button variant="primary" onPress={() => runner.goOn()}>
        {label}
      </Button>
    );
  }
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

function WhyPaused({ state }: { readonly state: Paused }): ReactNode {
  const { why, undecided } = state;
  const title = undecided === null ? messages.pausedBy[why] : messages.undecided[undecided.kind].title;
  const text = details(state).filter(Boolean).join(' ');
  return (
    <Notice tone={why === 'operator' ? 'info' : 'warning'} title={title}>
      {text}
    </Notice>
  );
}

/** The engine's words with what the operator needs to decide (D2b, D11a). */
function details({ why, message, undecided, stage, nextProbeAt }: Paused): readonly string[] {
  if (undecided !== null) return [subjectOf(undecided), message, messages.undecided[undecided.kind].help];
  const byItself = why === 'report' && nextProbeAt !== null ? messages.triedByItself : '';
  return [message, byItself, stage === 'reporting' ? messages.finishHereHelp : ''];
}

function subjectOf(undecided: Undecided): string {
  return undecided.kind === 'imei' ? `${messages.inDoubt(undecided.imei, undecided.row)}.` : '';
}
