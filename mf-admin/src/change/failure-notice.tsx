import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { ChangeFailure } from './change-failure.ts';

interface FailureNoticeProps {
  readonly failure: ChangeFailure;
  /** How to find out after an unknown outcome; that the list tells, unless given. */
  readonly afterUnknown?: string | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

/** What became of a change that did not succeed, and what to do about it (D12, D22). */
export function FailureNotice({
  failure,
  afterUnknown = messages.maybeDone,
  onDismiss,
}: FailureNoticeProps): ReactNode {
  if (failure.outcome === 'refused')
    return (
      <Notice tone="danger" onDismiss={onDismiss}>
        {failure.text}
      </Notice>
    );
  const { outcome, text, why } = failure;
  return (
    <Notice tone="warning" title={text} details={why.details} onDismiss={onDismiss}>
      {outcome === 'unknown' ? `${why.children} ${afterUnknown}` : messages.surelyNotDone}
    </Notice>
  );
}
