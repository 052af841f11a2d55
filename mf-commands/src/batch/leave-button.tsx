import type { ReactNode } from 'react';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

/** Leaves a batch unfinished after asking; what was done is archived, never lost silently (B11, D14). */
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
