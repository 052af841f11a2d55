import { commandStateOf, type CommandState } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';

/** Titles of the contract's command states. */
export const commandStateTitles: Readonly<Record<CommandState, string>> = {
  queued: t('Waiting'),
  sent: t('Sent'),
  acknowledged: t('Acknowledged'),
  failed: t('Failed'),
  expired: t('Expired'),
  unknown: t('Outcome unknown'),
  cancelled: t('Cancelled'),
};

/** Red: the phone did not do what it was sent. A cancelled command was not meant to be done. */
const tones: Readonly<Record<CommandState, StatusBadgeProps['tone']>> = {
  queued: 'info',
  sent: 'info',
  acknowledged: 'success',
  failed: 'danger',
  expired: 'danger',
  unknown: 'warning',
  cancelled: 'neutral',
};

const isState = (word: string): word is CommandState => Object.hasOwn(tones, word);

/** The title of a state of the contract in the page's language; any other word of the server unchanged. */
export const commandStateTitle = (word: string): string => (isState(word) ? commandStateTitles[word] : t.known(word));

interface CommandStateBadgeProps {
  readonly state: string;
  /** How many commands have it. */
  readonly count?: number | undefined;
  /** Of a command to ALL: one outcome for all devices, which says nothing of a single one. */
  readonly isBroadcast?: boolean | undefined;
}

/** A command's state by the server's word, '' for nothing (A2, R5, D17). */
export function CommandStateBadge({ state, count, isBroadcast = false }: CommandStateBadgeProps) {
  if (state === '') return null;
  const known = commandStateOf(state);
  const isForAll = isBroadcast && known === 'acknowledged';
  const title = isForAll ? t('Acknowledged for all at once') : commandStateTitle(state);
  return (
    <StatusBadge tone={isForAll ? 'info' : known ? tones[known] : 'neutral'}>
      {count === undefined ? title : `${count} ${title}`}
    </StatusBadge>
  );
}
