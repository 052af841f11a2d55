import { useState, type ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';

interface AskedButtonProps {
  readonly label: string;
  /** What screen readers say instead, where several buttons have the same label. */
  readonly spokenLabel?: string | undefined;
  readonly size?: ButtonSize | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  /** What must be typed before it can be confirmed. */
  readonly typedWord?: string | undefined;
  readonly isDangerous: boolean;
  readonly onConfirm: () => void;
}

/** A button whose action is carried out once the operator has confirmed it in a dialog. */
export function AskedButton({
  label,
  spokenLabel,
  size,
  variant,
  isDisabled,
  isDangerous,
  onConfirm,
  ...question
}: AskedButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        isDisabled={isDisabled}
        aria-label={spokenLabel}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        isOpen={isAsking}
        tone={isDangerous ? 'danger' : 'plain'}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
