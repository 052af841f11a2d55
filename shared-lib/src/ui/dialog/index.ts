export { ConfirmButton, type ConfirmButtonProps } from './confirm-button.tsx';
export { AlertDialog, ConfirmDialog, type AlertDialogProps, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { isReason, ReasonField, type ReasonFieldProps } from './reason-field.tsx';
