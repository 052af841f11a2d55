import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../classes.ts';
import { HiddenText } from '../layout/layout.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Called on Escape, or on a press beside the dialog if `isDismissable`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The main one last. */
  readonly actions?: ReactNode;
  /** A press beside the dialog also closes it. Default: off, so that no input is lost. */
  readonly isDismissable?: boolean | undefined;
  /** Nothing closes the dialog while something is being sent. */
  readonly isBusy?: boolean | undefined;
  /** `search`: the title is only for screen readers, and the content fills the dialog. */
  readonly size?: 'regular' | 'wide' | 'search' | undefined;
  /** `alertdialog` if it needs an answer now. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
}

/** A dialog above the page. Keeps the focus and returns it; hides everything behind. Closed, it renders nothing. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isDismissable = false,
  isBusy = false,
  size = 'regular',
  role = 'dialog',
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={isDismissable && !isBusy}
      isKeyboardDismissDisabled={isBusy}
    >
      <Modal className={classes(styles['modal'], size !== 'regular' && styles[size])}>
        <AriaDialog className={styles['dialog'] ?? ''} role={role}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {size === 'search' ? <HiddenText>{title}</HiddenText> : title}
          </Heading>
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
