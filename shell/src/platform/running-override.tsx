import type { ReactNode } from 'react';
import { formatClock } from '@device-console/shared-lib/console';
import type { StoredOverride } from '@device-console/shared-lib/trust';
import { Actions, DefinitionList, Notice, type Definition } from '@device-console/shared-lib/ui';
import { EndOverride } from '../override/override-banner.tsx';
import type { Override } from '../override/override.ts';
import type { OverrideState } from '../override/override.ts';
import { overrideTexts } from '../override/override-texts.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { t } from '../t.ts';

interface RunningOverrideProps {
  readonly override: Pick<Override, 'end'>;
  readonly state: Exclude<OverrideState, { status: 'off' }>;
  readonly guard: LeaveGuard;
}

export function RunningOverride({ state, override, guard }: RunningOverrideProps): ReactNode {
  return (
    <>
      <DefinitionList isWide items={factsOf(state.override)} />
      {state.status === 'over' ? (
        <Notice tone="info">{t('It has ended. Reload the page to begin another one.')}</Notice>
      ) : (
        <Actions>
          <EndOverride override={override} label={overrideTexts(state.override).end} guard={guard} />
        </Actions>
      )}
    </>
  );
}

function factsOf(override: StoredOverride): readonly Definition[] {
  const until = { term: t('Until'), value: formatClock(override.until) };
  if (override.source === 'development')
    return [{ term: t('Under development'), value: override.id }, { term: t('From'), value: override.origin }, until];
  return [{ term: t('Remote'), value: override.id }, { term: t('Version'), value: override.version }, until];
}
