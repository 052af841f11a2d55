import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../props.ts';
import { HiddenText } from '../layout/layout.tsx';
import styles from './dialog.module.css';
import { Button, type ButtonSize, type ButtonVariant } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import { t } from '../../i18n/own.ts';
import { textKinds } from '../../contract/index.ts';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Called on Escape, or on a press beside the dialog if `isDismissable`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** What became of the last action. Above the actions, in sight however long the dialog is. */
  readonly notice?: ReactNode;
  /** A press beside the dialog also closes it. Default: off, so that no input is lost. */
  readonly isDismissable?: boolean | undefined;
  /** Nothing closes the dialog while something is being sent. */
  readonly isBusy?: boolean | undefined;
  /**
   * `sheet`: as large as the window, for a table. `search`: the title is only for screen readers, and the content fills
   * the dialog.
   */
  readonly size?: 'regular' | 'wide' | 'sheet' | 'search' | undefined;
  /** `alertdialog` if it needs an answer now. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
}

/** A dialog above the page. Keeps the focus and returns it; hides everything behind. Closed, it renders nothing. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, notice, size = 'regular', role = 'dialog' } = props;
  const { isDismissable = false, isBusy = false } = props;
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      data-overlay=""
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
          {notice !== undefined && <div className={styles['notice']}>{notice}</div>}
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  /** Shown word for word (D22). */
  readonly message: ReactNode;
  /** More to read or fill in, such as a preview or a reason. A required field takes the focus. */
  readonly children?: ReactNode;
  readonly confirmLabel?: string | undefined;
  readonly cancelLabel?: string | undefined;
  /** `danger` focuses Cancel first, so that Enter alone does nothing irreversible. */
  readonly tone?: 'plain' | 'danger' | undefined;
  /** A word or count that must be typed before Confirm can be pressed; outer spaces are ignored. */
  readonly typedWord?: string | undefined;
  /** Asks for a reason, which `onConfirm` gets without outer spaces (A5). */
  readonly needsReason?: boolean | undefined;
  /** `children` still require input. */
  readonly isConfirmDisabled?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly size?: 'regular' | 'wide' | undefined;
  /** `reason`: '' unless asked for. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

function OpenDialog({
  title,
  message,
  children,
  confirmLabel = t('Confirm'),
  cancelLabel = t('Cancel'),
  tone = 'plain',
  typedWord,
  needsReason = false,
  isConfirmDisabled = false,
  isPending = false,
  size,
  onConfirm,
  onCancel,
}: Omit<ConfirmDialogProps, 'isOpen'>) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const lacksInput = isConfirmDisabled || (needsReason && reason.trim().length < SHORTEST_REASON);
  const isReady = !lacksInput && !isPending && (typedWord === undefined || typed.trim() === typedWord);
  // If something must be typed, its field has the focus.
  const isFocusFree = typedWord === undefined && !lacksInput;
  const actions = (
    <>
      <Button onPress={onCancel} isDisabled={isPending} autoFocus={tone === 'danger' && isFocusFree}>
        {cancelLabel}
      </Button>
      <Button
        type="submit"
        form={form}
        variant={tone === 'danger' ? 'danger' : 'primary'}
        isDisabled={!isReady && !isPending}
        isPending={isPending}
        autoFocus={tone !== 'danger' && isFocusFree}
      >
        {confirmLabel}
      </Button>
    </>
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onConfirm(reason.trim());
  };
  return (
    <Dialog title={title} size={size} isOpen role="alertdialog" isBusy={isPending} onClose={onCancel} actions={actions}>
      <form id={form} className={styles['body']} onSubmit={submit}>
        <p className={styles['message']}>{message}</p>
        {children}
        {needsReason && <ReasonField value={reason} onChange={setReason} />}
        {typedWord !== undefined && (
          <TextField
            label={t('Type {word} to confirm', { word: typedWord })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            isDisabled={isPending}
            autoFocus={!lacksInput}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Asks before an action: `onConfirm` is called once per press, when every input is there. */
export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  return isOpen ? <OpenDialog {...question} /> : null;
}

export interface AlertDialogProps extends Pick<DialogProps, 'title' | 'isOpen' | 'onClose'> {
  /** Shown word for word (D22). */
  readonly message: ReactNode;
}

/** Shows what must be read before continuing, instead of `window.alert` (D22). */
export function AlertDialog({ isOpen, title, message, onClose }: AlertDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      actions={
        <Button variant="primary" onPress={onClose} autoFocus>
          {t('OK')}
        </Button>
      }
    >
      <p className={styles['message']}>{message}</p>
    </Dialog>
  );
}

export interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'isOpen' | 'onCancel' | 'isPending'> {
  readonly label: string;
  /** For screen readers, if several buttons have the same label. */
  readonly spokenLabel?: string | undefined;
  readonly buttonSize?: ButtonSize | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A button whose action runs after a confirmation in a dialog. */
export function ConfirmButton(props: ConfirmButtonProps): ReactNode {
  const { label, spokenLabel, buttonSize, variant, isDisabled, onConfirm, ...question } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        size={buttonSize}
        isDisabled={isDisabled}
        aria-label={spokenLabel}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        isOpen={isAsking}
        onConfirm={(reason) => {
          setAsking(false);
          onConfirm(reason);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Characters of a reason for the audit. */
const SHORTEST_REASON = 3;

export interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Asks for the reason of an action, which the server keeps in the audit (A5). */
export function ReasonField({ value, onChange }: ReasonFieldProps): ReactNode {
  return (
    <TextField
      label={t('Reason')}
      description={t('At least three letters. The audit records it.')}
      value={value}
      onChange={onChange}
      isRequired
      maxLength={textKinds.reason.most}
    />
  );
}
