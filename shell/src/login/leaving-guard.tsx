import { useAtomValue } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { Spinner, Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { useAddresses } from '@device-console/shared-lib/console';
import { useNavigate } from '@device-console/shared-lib/router';
import { type BatchHolder, useIsSending } from '../batches/use-batches.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { t } from '../t.ts';

interface LeavingGuardProps {
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
  /** Rendering this ends the session. */
  readonly children: ReactNode;
}

/** Asks before anything ends a session while a batch runs in any tab of this browser (D9a). */
export function LeavingGuard({ batches, otherTabs, children }: LeavingGuardProps): ReactNode {
  const navigate = useNavigate();
  const { to } = useAddresses();
  const hasSession = useAtomValue(sessionAtom) !== null;
  const isBusyHere = useIsSending(batches);
  const [elsewhere, setElsewhere] = useState<'asking' | 'sending' | 'quiet'>(hasSession ? 'asking' : 'quiet');
  const isAsking = hasSession && elsewhere !== 'quiet';
  // Stop asking once no tab has a batch: the children have then ended the session.
  useEffect(
    () => (isAsking ? otherTabs.watchSending((isOne) => setElsewhere(isOne ? 'sending' : 'quiet')) : undefined),
    [isAsking, otherTabs],
  );

  if (hasSession && (isBusyHere || elsewhere === 'sending')) {
    // D9a: pausing keeps the batch.
    const pause = (): void => {
      batches.current()?.pauseAll('operator');
      otherTabs.pauseAll();
    };
    // A tab opened at this address has no page to go back to.
    const stay = (): void => void (isBusyHere ? navigate(-1) : navigate(to(''), { replace: true }));
    return (
      <CentredPage brand="Device Console" title={t('A batch is running')}>
        <Notice tone="warning" announce="off">
          {isBusyHere ? '' : t('It runs in another tab of this browser. ')}
          {t('If you continue, your session ends. The batch is paused first and can be resumed after the next login.')}
        </Notice>
        <Actions>
          <Button variant="primary" onPress={stay}>
            {isBusyHere ? t('Stay with the batch') : t('Keep the session')}
          </Button>
          <Button variant="danger" onPress={pause}>
            {t('Pause the batch and continue')}
          </Button>
        </Actions>
      </CentredPage>
    );
  }
  if (isAsking) {
    return (
      <CentredPage brand="Device Console" title={t('One moment')}>
        <Spinner label={t('Looking for running batches')} />
      </CentredPage>
    );
  }
  return children;
}
