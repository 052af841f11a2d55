export { AlertDialog, ConfirmDialog, type AlertDialogProps, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
