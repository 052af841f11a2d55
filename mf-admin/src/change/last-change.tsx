import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import type { ChangeFailure } from './change-failure.ts';
import { FailureNotice } from './failure-notice.tsx';

/** What a screen says about the last change. */
export type LastChange =
  | { readonly status: 'nothing' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

/** The last change, above the list that it changed (D22). */
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
