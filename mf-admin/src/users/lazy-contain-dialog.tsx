import { lazy, Suspense, type ReactNode } from 'react';
import { AlertDialog } from '@device-console/shared-lib/ui/dialog';
import { containedMessages } from './contained-messages.ts';
import type { ContainDialogProps } from './contain-dialog.tsx';

function DialogMissing({ email, onCancel }: ContainDialogProps): ReactNode {
  return <AlertDialog title={email} message={containedMessages.missing} isOpen onClose={onCancel} />;
}

// Fetched apart: most who open the list contain nobody.
const LoadedDialog = lazy(() =>
  import('./contain-dialog.tsx').then(
    (module) => ({ default: module.ContainDialog }),
    () => ({ default: DialogMissing }),
  ),
);

/** The dialog that contains an account, once its code is there. */
export function ContainDialog(props: ContainDialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
