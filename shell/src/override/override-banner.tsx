import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import { GuardedButton } from '../common/guarded-button.tsx';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Override } from './override.ts';
import type { OverrideState } from './override.ts';
import { overrideTexts } from './override-texts.ts';
import { t } from '../t.ts';

interface BannerProps {
  readonly override: Pick<Override, 'subscribe' | 'getSnapshot' | 'end'>;
  readonly guard: Pick<LeaveGuard, 'typed' | 'reasonToStay' | 'reload'>;
}

/** Stands on every page of whoever has put a build in a remote's place: which one, until when, and the way back. */
export function OverrideBanner({ override, guard }: BannerProps): ReactNode {
  const state = useSyncExternalStore(override.subscribe, override.getSnapshot);
  if (state.status === 'off') return null;
  const texts = overrideTexts(state.override);
  if (state.status === 'over') {
    return (
      <Notice
        tone="warning"
        announce="status"
        title={texts.ended}
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
          '{why} Reload the page when you can, to remove the code of {rest} from it. A batch keeps the version ' +
            'that it began with.',
          { why: reasons[state.why], rest: texts.rest },
        )}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      announce="status"
      title={texts.title}
      actions={<EndOverride override={override} label={texts.end} guard={guard} />}
    >
      {state.status === 'failed' ? `${state.error.reason}. ${state.error.detail}` : texts[state.status]}
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
  readonly label: string;
  readonly guard: Pick<LeaveGuard, 'typed'>;
}

/** Ends the override; asks first where something was typed, and says why not while a batch sends. */
export function EndOverride({ override, label, guard }: EndProps): ReactNode {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <>
      <GuardedButton size="small" label={label} warning={guard.typed} onPress={() => setRefusal(override.end())} />
      {refusal !== null && <p role="alert">{refusal}</p>}
    </>
  );
}
