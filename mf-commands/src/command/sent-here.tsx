import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import type { SingleCommand, SingleState } from '@device-console/shared-lib/single-command';
import { HiddenText, Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './sent-here.module.css';
import { t } from '../t.ts';

type Tone = 'success' | 'info' | 'warning' | 'danger';

/** The result in a word, and why it was not done; null until over. */
function outcomeOf(state: SingleState): readonly [tone: Tone, word: string, reason?: string] | null {
  switch (state.status) {
    case 'done':
      return ['success', t('Sent')];
    case 'accepted':
      return ['warning', t('Accepted')];
    case 'refused':
      return state.waits ? ['info', t('Waits for approval')] : ['danger', t('Refused'), state.failure.children];
    case 'unconfirmed':
      return state.maybeSent
        ? ['warning', t('Outcome unknown'), state.failure.children]
        : ['danger', t('Not sent'), state.failure.children];
    default:
      return null;
  }
}

/** Besides those that were not done. */
const NEWEST = 10;

/** A tally for sending to one device after another: what waits, what was not done, and the latest results. */
export function SentHere({ single }: { readonly single: SingleCommand }): ReactNode {
  const { state, ended, waiting } = single;
  const outcomes = ended.map((end) => ({ imei: end.imei, outcome: outcomeOf(end.state) }));
  const isFailed = ({ outcome }: (typeof outcomes)[number]): boolean => outcome?.[2] !== undefined;
  /** Not done and not tried again since: listed first until then. */
  const isOpen = (one: (typeof outcomes)[number], index: number): boolean =>
    isFailed(one) && outcomes.findIndex(({ imei }) => imei === one.imei) === index;
  const open = outcomes.filter(isOpen);
  const newest = outcomes.filter((one) => !open.includes(one)).slice(0, NEWEST);
  // The form itself shows the latest result until another IMEI is typed or sent.
  const isSaidAbove = state.status !== 'editing' && state.status !== 'sending';
  if (ended.length + waiting.length < 2 && (isSaidAbove || !outcomes.some(isFailed))) return null;
  return (
    <section className={styles['sent']} aria-label={t('Sent from here')}>
      <h3>{t('Sent from here: {count}', { count: formatCount(ended.length) })}</h3>
      <ol>
        {waiting.toReversed().map((imei) => (
          <li key={`waiting ${imei}`}>
            <Imei imei={imei} />
            <StatusBadge tone="info">{t('Next')}</StatusBadge>
          </li>
        ))}
        {[...open, ...newest].map((one, index) => (
          // The next one takes this place, so that none moves.
          <li key={index}>
            <Imei imei={one.imei} />
            {one.outcome && <Outcome outcome={one.outcome} isSaidAbove={isSaidAbove && one === outcomes[0]} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OutcomeProps {
  readonly outcome: NonNullable<ReturnType<typeof outcomeOf>>;
  readonly isSaidAbove: boolean;
}

function Outcome({ outcome, isSaidAbove }: OutcomeProps): ReactNode {
  const [tone, word, reason] = outcome;
  if (tone === 'success')
    return (
      <span className={styles['well']} title={word}>
        <LineIcon name="success" size={14} />
        <HiddenText>{word}</HiddenText>
      </span>
    );
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {reason !== undefined && !isSaidAbove && <p className={styles['reason']}>{reason}</p>}
    </>
  );
}

/** The server has the command, or holds it for a second person: this form is done. */
const isTaken = (state: SingleState): boolean =>
  state.status === 'done' || state.status === 'accepted' || (state.status === 'refused' && state.waits);

/**
 * Makes a form ready for the next device. Once the last device is done, `empty` clears its fields, and the first field
 * gets the focus. An IMEI that is being sent, was refused, or has an unknown outcome stays, selected, so that the next
 * scan replaces it. If the `target` has changed since, it stays as it is. Returns a ref for the form.
 */
export function useReadyForNext(
  { state, about }: Pick<SingleCommand, 'state' | 'about'>,
  target: string,
  empty: () => void,
): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  const isSame = target === about;
  const prepare = useEffectEvent(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || form.current?.contains(activeElement) === true;
    if (isTaken(state) && isSame) empty();
    const field = form.current?.querySelector('input');
    if (!isHere || !field) return;
    field.focus();
    if (isSame) field.select();
  });
  // Select before the outcome shows: anything typed then is the next IMEI.
  useLayoutEffect(() => {
    if (state.status !== 'editing') prepare();
  }, [state, isSame]);
  return form;
}
