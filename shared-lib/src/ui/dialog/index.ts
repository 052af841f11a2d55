export * from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
