import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { formatClock } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { GuardedButton } from '../common/guarded-button.tsx';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Override, OverrideState } from './override.ts';
import { t } from '../t.ts';

interface BannerProps {
  readonly override: Pick<Override, 'subscribe' | 'getSnapshot' | 'end'>;
  readonly guard: Pick<LeaveGuard, 'typed' | 'reasonToStay' | 'reload'>;
}

/** On every page while a superadmin develops a remote here: which one, until when, and how to end it. */
export function OverrideBanner({ override, guard }: BannerProps): ReactNode {
  const state = useSyncExternalStore(override.subscribe, override.getSnapshot);
  if (state.status === 'off') return null;
  const { id, origin, until } = state.override;
  if (state.status === 'over') {
    return (
      <Notice
        tone="warning"
        announce="status"
        title={t('Development of {id} has ended', { id })}
        actions={
          <GuardedButton
            size="small"
            label={t('Reload the page')}
            warning={guard.reasonToStay}
            onPress={guard.reload}
          />
        }
      >
        {t(
          '{why} Reload the page when you can, to remove the code of the dev server from it. A batch keeps the ' +
            'version that it began with.',
          { why: reasons[state.why] },
        )}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      announce="status"
      title={t('{id} comes from {origin} until {until}', { id, origin, until: formatClock(until) })}
      actions={<EndOverride override={override} guard={guard} />}
    >
      {state.status === 'failed' && `${state.error.reason}. ${state.error.detail}`}
      {state.status === 'asking' && t('Asking the dev server.')}
      {state.status === 'on' &&
        t(
          'This code is under development and nobody has signed it. It runs in this browser alone, and can do ' +
            'whatever you can.',
        )}
    </Notice>
  );
}

const reasons: Readonly<Record<Extract<OverrideState, { status: 'over' }>['why'], string>> = {
  operator: t('You have ended it.'),
  time: t('Its time is up.'),
  'other-tab': t('It was ended in another tab.'),
  session: t('Your session has ended.'),
};

interface EndProps {
  readonly override: Pick<Override, 'end'>;
  readonly guard: Pick<LeaveGuard, 'typed'>;
}

/** Asks first if something was typed; refuses, with the reason, while a batch sends. */
export function EndOverride({ override, guard }: EndProps): ReactNode {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <>
      <GuardedButton
        size="small"
        label={t('End development')}
        warning={guard.typed}
        onPress={() => setRefusal(override.end())}
      />
      {refusal !== null && <p role="alert">{refusal}</p>}
    </>
  );
}
