import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import type { ChangeFailure } from './use-change.ts';
import { t } from '../t.ts';

interface FailureNoticeProps {
  readonly failure: ChangeFailure;
  /** After an unknown outcome. Default: see the list. */
  readonly afterUnknown?: string | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

/** What became of a failed change, and what to do (D12, D22). */
export function FailureNotice({
  failure,
  afterUnknown = t(
    'The reply was lost, so the change may have been made anyway. The list has been reloaded: check it before you ' +
      'try again.',
  ),
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
      {outcome === 'unknown'
        ? `${why.children} ${afterUnknown}`
        : t('Nothing reached the server. Try again when the connection is back.')}
    </Notice>
  );
}

export type LastChange =
  | { readonly status: 'nothing' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

/** Place it above the list that was changed (D22). */
export function LastChangeNotice({
  lastChange,
  onDismiss,
}: {
  readonly lastChange: LastChange;
  readonly onDismiss: () => void;
}): ReactNode {
  if (lastChange.status === 'nothing') return null;
  if (lastChange.status === 'failed') return <FailureNotice failure={lastChange.failure} onDismiss={onDismiss} />;
  return (
    <Notice tone="success" onDismiss={onDismiss}>
      {lastChange.text}
    </Notice>
  );
}
