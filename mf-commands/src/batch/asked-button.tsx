import { useState, type ReactNode } from 'react';
import { Button, type ButtonVariant } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';

interface AskedButtonProps {
  readonly label: string;
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
export function AskedButton({ label, variant, isDisabled, isDangerous, onConfirm, ...question }: AskedButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} isDisabled={isDisabled} onPress={() => setAsking(true)}>{label}</Button>
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
