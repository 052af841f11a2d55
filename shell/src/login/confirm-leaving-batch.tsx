import type { ReactNode } from 'react';
import { useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, CentredPage, Notice } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../runtime/batch-holder.ts';

/** Stands before anything that would end the session while a batch runs (D9a). Pausing keeps the batch to be resumed later. */
export function ConfirmLeavingBatch({ batches }: { readonly batches: BatchHolder }): ReactNode {
  const navigate = useNavigate();
  return (
    <CentredPage brand="Device Console" title="A batch is running">
      <Notice tone="warning" announce="off">
        Going on ends your session. The batch is paused first and can be resumed after the next login.
      </Notice>
      <Actions>
        <Button variant="primary" onPress={() => void navigate(-1)}>Stay with the batch</Button>
        <Button variant="danger" onPress={() => batches.current()?.pauseAll('operator')}>Pause the batch and go on</Button>
      </Actions>
    </CentredPage>
  );
}
