import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import type { ChangeFailure } from './change-failure.ts';
import { FailureNotice } from './failure-notice.tsx';

/** What a screen says about the last change. */
export type Told =
  | { readonly status: 'nothing' }
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'failed'; readonly failure: ChangeFailure };

/** The last change, above the list that it changed (D22). */
export function ToldNotice({ told, onDismiss }: { readonly told: Told; readonly onDismiss: () => void }): ReactNode {
  if (told.status === 'nothing') return null;
  if (told.status === 'failed') return <FailureNotice failure={told.failure} onDismiss={onDismiss} />;
  return (
    <Notice tone="success" onDismiss={onDismiss}>
      {told.text}
    </Notice>
  );
}
