import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { ChangeFailure } from './change-failure.ts';

interface FailureNoticeProps {
  readonly failure: ChangeFailure;
  /** How to find out after an unknown outcome; that the list tells, unless given. */
  readonly afterUnknown?: ((detail: string) => string) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

/** What became of a change that did not succeed, and what to do about it (D12, D22). */
export function FailureNotice({
  failure: { outcome, text, detail },
  afterUnknown = messages.maybeDone,
  onDismiss,
}: FailureNoticeProps): ReactNode {
  if (outcome === 'refused')
    return (
      <Notice tone="danger" onDismiss={onDismiss}>
        {text}
      </Notice>
    );
  return (
    <Notice tone="warning" title={text} onDismiss={onDismiss}>
      {outcome === 'unknown' ? afterUnknown(detail) : messages.surelyNotDone(detail)}
    </Notice>
  );
}
