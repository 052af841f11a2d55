import { useAtomValue } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { sessionAtom } from '@device-console/shared-lib/session';
import { CentredPage, Spinner } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { useIsSending } from '../batches/use-batches.ts';
import { ConfirmLeavingBatch } from './confirm-leaving-batch.tsx';
import { t } from '../t.ts';

interface LeavingGuardProps {
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
  /** Ends the session as soon as it is rendered. */
  readonly children: ReactNode;
}

/**
 * Lets nothing end a session while a batch runs in any tab of this browser, without asking (D9a). Without a session
 * there is nothing to ask about.
 */
export function LeavingGuard({ batches, otherTabs, children }: LeavingGuardProps): ReactNode {
  const hasSession = useAtomValue(sessionAtom) !== null;
  const isBusyHere = useIsSending(batches);
  const [elsewhere, setElsewhere] = useState<'asking' | 'sending' | 'quiet'>(hasSession ? 'asking' : 'quiet');
  const isAsking = hasSession && elsewhere !== 'quiet';
  // A tab that was quiet is not asked again: what is below has ended the session by then.
  useEffect(
    () => (isAsking ? otherTabs.watchSending((isOne) => setElsewhere(isOne ? 'sending' : 'quiet')) : undefined),
    [isAsking, otherTabs],
  );

  if (hasSession && (isBusyHere || elsewhere === 'sending')) {
    const pause = (): void => {
      batches.current()?.pauseAll('operator');
      otherTabs.pauseAll();
    };
    return <ConfirmLeavingBatch isElsewhere={!isBusyHere} onPause={pause} />;
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
