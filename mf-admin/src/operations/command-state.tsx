import type { ReactNode } from 'react';
import { commandStates, type CommandState } from '@device-console/shared-lib/contract';
import { StatusBadge, type StatusBadgeProps } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

export const stateTitles: Readonly<Record<CommandState, string>> = {
  queued: t('Waiting'),
  sent: t('Sent'),
  acknowledged: t('Acknowledged'),
  failed: t('Failed'),
  expired: t('Expired'),
  unknown: t('Outcome unknown'),
  cancelled: t('Cancelled'),
};

type Tone = StatusBadgeProps['tone'];

const tones: Readonly<Record<CommandState, Tone>> = {
  queued: 'info',
  sent: 'info',
  acknowledged: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'warning',
  cancelled: 'neutral',
};

/** The state that a word of the wire names, if it is one. */
export function stateOf(word: string): CommandState | undefined {
  return commandStates.find((state) => state === word);
}

/** The name of a state; an unknown word as it came. */
export function stateTitle(word: string): string {
  const state = stateOf(word);
  return state ? stateTitles[state] : word;
}

export function CommandStateBadge({ state }: { readonly state: string }): ReactNode {
  const known = stateOf(state);
  return <StatusBadge tone={known ? tones[known] : 'neutral'}>{stateTitle(state)}</StatusBadge>;
}
