import { useState, type ReactNode } from 'react';
import { Actions, Button, type ButtonSize, type ButtonVariant } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface GuardedButtonProps {
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** What the press would cost, as a sentence; null if nothing. */
  readonly warning: () => string | null;
  readonly onPress: () => void;
}

/** A button that asks first if a press would cost something. */
export function GuardedButton(props: GuardedButtonProps): ReactNode {
  const { label, variant = 'secondary', size = 'regular', warning, onPress } = props;
  const [cost, setCost] = useState<string | null>(null);
  if (cost === null) {
    const press = (): void => {
      const reason = warning();
      if (reason === null) onPress();
      else setCost(reason);
    };
    return (
      <Button variant={variant} size={size} onPress={press}>
        {label}
      </Button>
    );
  }
  return (
    <div role="group" aria-label={label}>
      <p role="alert">{cost}</p>
      <Actions>
        <Button size={size} autoFocus onPress={() => setCost(null)}>
          {t('Not now')}
        </Button>
        <Button size={size} variant="danger" onPress={onPress}>
          {t('{label} anyway', { label })}
        </Button>
      </Actions>
    </div>
  );
}
