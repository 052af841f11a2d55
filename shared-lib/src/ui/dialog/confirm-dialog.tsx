import { type ReactNode, useId, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { t } from '../../i18n/own.ts';
import { textKinds } from '../../contract/index.ts';

interface Question {
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
  /** `children` still require input. */
  readonly isConfirmDisabled?: boolean | undefined;
  /** The action is running: no second press, no leaving. */
  readonly isPending?: boolean | undefined;
  readonly size?: 'regular' | 'wide' | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export interface ConfirmDialogProps extends Question {
  readonly isOpen: boolean;
}

function OpenDialog(props: Question) {
  const { message, children, typedWord, isConfirmDisabled = false, isPending = false, onConfirm, onCancel } = props;
  const form = useId();
  const [typed, setTyped] = useState('');
  const isReady = !isConfirmDisabled && !isPending && (typedWord === undefined || typed.trim() === typedWord);
  return (
    <Dialog
      title={props.title}
      size={props.size}
      isOpen
      role="alertdialog"
      isBusy={isPending}
      onClose={onCancel}
      actions={<Buttons {...props} form={form} isReady={isReady} />}
    >
      <form
        id={form}
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <p className={styles['message']}>{message}</p>
        {children}
        {typedWord !== undefined && (
          <TextField
            label={t('Type {word} to confirm', { word: typedWord })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            isDisabled={isPending}
            autoFocus={!isConfirmDisabled}
          />
        )}
      </form>
    </Dialog>
  );
}

interface ButtonsProps extends Question {
  readonly form: string;
  readonly isReady: boolean;
}

function Buttons({
  confirmLabel = t('Confirm'),
  cancelLabel = t('Cancel'),
  tone = 'plain',
  typedWord,
  isConfirmDisabled = false,
  isPending = false,
  onCancel,
  form,
  isReady,
}: ButtonsProps) {
  // If something must be typed, its field has the focus.
  const isFocusFree = typedWord === undefined && !isConfirmDisabled;
  return (
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
}

/** Asks before an action: `onConfirm` is called once per press, when every input is there. */
export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  return isOpen ? <OpenDialog {...question} /> : null;
}

export interface AlertDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  /** Shown word for word (D22). */
  readonly message: ReactNode;
  readonly onClose: () => void;
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
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

const LEAST = 3;

/** True if a text is long enough as a reason for the audit. */
export const isReason = (text: string): boolean => text.trim().length >= LEAST;

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
