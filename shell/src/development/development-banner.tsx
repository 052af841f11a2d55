import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { formatClock } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { GuardedButton } from '../remotes/guarded-button.tsx';
import type { LeaveGuard } from '../runtime/leave-guard.ts';
import type { Development, DevelopmentState } from './development.ts';

interface BannerProps {
  readonly development: Pick<Development, 'subscribe' | 'getSnapshot' | 'end'>;
  readonly guard: Pick<LeaveGuard, 'typed' | 'reasonToStay' | 'reload'>;
}

/** Stands on every page of whoever develops a remote here: which one, from where, until when, and the way back. */
export function DevelopmentBanner({ development, guard }: BannerProps): ReactNode {
  const state = useSyncExternalStore(development.subscribe, development.getSnapshot);
  if (state.status === 'off') return null;
  if (state.status === 'over') {
    return (
      <Notice
        tone="warning" announce="status" title={`Development of ${state.override.id} has ended`}
        actions={<GuardedButton size="small" label="Reload the page" reasonNot={guard.reasonToStay} onPress={guard.reload} />}
      >
        {`${reasons[state.why]} Reload the page when you can, so that nothing of the dev server stays in it. A batch keeps the version that it began with.`}
      </Notice>
    );
  }
  const { id, origin, until } = state.override;
  return (
    <Notice
      tone="warning" announce="status" title={`${id} comes from ${origin} until ${formatClock(until)}`}
      actions={<EndDevelopment development={development} guard={guard} />}
    >
      {texts[state.status](state)}
    </Notice>
  );
}

const reasons = {
  operator: 'You have ended it.',
  time: 'Its time is up.',
  'other-tab': 'It was ended in another tab.',
  session: 'Your session has ended.',
} as const;

const texts: Readonly<Record<Exclude<DevelopmentState['status'], 'off' | 'over'>, (state: DevelopmentState) => string>> = {
  asking: () => 'Asking the dev server.',
  on: () => 'This is code under development, which nobody has signed, in this browser alone. It can do here whatever you can.',
  failed: (state) => (state.status === 'failed' ? `${state.error.reason}. ${state.error.detail}` : ''),
};

/** Ends development here; asks first where something was typed, and says why not while a batch sends. */
export function EndDevelopment({ development, guard }: { readonly development: Pick<Development, 'end'>; readonly guard: Pick<LeaveGuard, 'typed'> }): ReactNode {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <>
      <GuardedButton size="small" label="End development" reasonNot={guard.typed} onPress={() => setRefusal(development.end())} />
      {refusal !== null && <p role="alert">{refusal}</p>}
    </>
  );
}
