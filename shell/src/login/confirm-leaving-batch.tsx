import type { ReactNode } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';
import { useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, CentredPage, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

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
    <CentredPage brand="Device Console" title={t('A batch is running')}>
      <Notice tone="warning" announce="off">
        {isElsewhere ? t('It runs in another tab of this browser. ') : ''}
        {t(
          'If you continue, your session ends. The batch is paused first and can be resumed after the next ' + 'login.',
        )}
      </Notice>
      <Actions>
        <Button variant="primary" onPress={stay}>
          {isElsewhere ? t('Keep the session') : t('Stay with the batch')}
        </Button>
        <Button variant="danger" onPress={onPause}>
          {t('Pause the batch and continue')}
        </Button>
      </Actions>
    </CentredPage>
  );
}
