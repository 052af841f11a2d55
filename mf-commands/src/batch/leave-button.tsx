import type { ReactNode } from 'react';
import { messages } from '../messages.ts';
import { AskedButton } from './asked-button.tsx';

/** Leaves a batch unfinished after asking; what was done is archived, never lost silently (B11, D14). */
export function LeaveButton({ label, onLeave }: { readonly label: string; readonly onLeave: () => void }): ReactNode {
  return (
    <AskedButton
      label={label}
      title={messages.archiveTitle}
      message={messages.archiveBatch}
      confirmLabel={messages.leaveUnfinished}
      cancelLabel={messages.keepBatch}
      isDangerous
      onConfirm={onLeave}
    />
  );
}
