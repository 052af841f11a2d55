import { useState, type ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../button/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

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
