import { useState, type ReactNode } from 'react';
import { Button, type ButtonSize } from '@device-console/shared-lib/ui';

interface PendingButtonProps {
  /** Never rejects. */
  readonly act: () => Promise<void>;
  readonly size?: ButtonSize;
  readonly children: string;
}

/** Busy until what its press began has ended. */
export function PendingButton({ act, size = 'regular', children }: PendingButtonProps): ReactNode {
  const [isPending, setPending] = useState(false);
  const press = (): void => {
    setPending(true);
    void act().finally(() => setPending(false));
  };
  return (
    <Button size={size} isPending={isPending} onPress={press}>
      {children}
    </Button>
  );
}
