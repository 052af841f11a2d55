import { lazy, Suspense, type ReactNode } from 'react';
import { AlertDialog } from '@device-console/shared-lib/ui/dialog';
import type { ContainDialogProps } from './contain-dialog.tsx';
import { t } from '../t.ts';

function DialogMissing({ email, onCancel }: ContainDialogProps): ReactNode {
  return (
    <AlertDialog
      title={email}
      message={t(
        'This part of the console could not be loaded, and nothing was done. Reload the page, then try again; until ' +
          'then Disable keeps the account out.',
      )}
      isOpen
      onClose={onCancel}
    />
  );
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
