import type { ReactNode } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';
import { useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, CentredPage, Notice } from '@device-console/shared-lib/ui';

interface ConfirmLeavingBatchProps {
  /** The batch runs in another tab of this browser. */
  readonly isElsewhere: boolean;
  readonly onPause: () => void;
}

/**
 * Stands before anything that would end the session while a batch runs (D9a). Pausing keeps the batch to be resumed
 * later.
 */
export function ConfirmLeavingBatch({ isElsewhere, onPause }: ConfirmLeavingBatchProps): ReactNode {
  const navigate = useNavigate();
  const { to } = useAddresses();
  // A tab that was opened at this address has nothing to go back to.
  const stay = (): void => void (isElsewhere ? navigate(to(''), { replace: true }) : navigate(-1));
  return (
    <CentredPage brand="Device Console" title="A batch is running">
      <Notice tone="warning" announce="off">
        {isElsewhere ? 'It runs in another tab of this browser. ' : ''}If you continue, your session ends. The batch is
        paused first and can be resumed after the next login.
      </Notice>
      <Actions>
        <Button variant="primary" onPress={stay}>
          {isElsewhere ? 'Keep the session' : 'Stay with the batch'}
        </Button>
        <Button variant="danger" onPress={onPause}>
          Pause the batch and continue
        </Button>
      </Actions>
    </CentredPage>
  );
}
