import type { ReactNode } from 'react';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';

/** Leaves a batch unfinished after asking; what was done is archived, never lost silently (B11, D14). */
export function LeaveButton({ label, onLeave }: { readonly label: string; readonly onLeave: () => void }): ReactNode {
  return (
    <ConfirmButton
      label={label}
      title={messages.archiveTitle}
      message={messages.archiveBatch}
      confirmLabel={messages.leaveUnfinished}
      cancelLabel={messages.keepBatch}
      tone="danger"
      onConfirm={onLeave}
    />
  );
}
