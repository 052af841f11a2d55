import { useState, type ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import type { SingleState } from '@device-console/shared-lib/single-command';
import { HiddenText, Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './sent-here.module.css';
import { t } from '../t.ts';

type Tone = 'success' | 'info' | 'warning' | 'danger';

/** How one sending went, in a word; null while it is not over. */
function wordOf(state: SingleState): readonly [Tone, string] | null {
  switch (state.status) {
    case 'done':
      return ['success', t('Sent')];
    case 'accepted':
      return ['warning', t('Accepted')];
    case 'refused':
      return state.waits ? ['info', t('Waits for approval')] : ['danger', t('Refused')];
    case 'unconfirmed':
      return state.maybeSent ? ['warning', t('Outcome unknown')] : ['danger', t('Not sent')];
    default:
      return null;
  }
}

interface Sending {
  readonly target: string;
  readonly word: readonly [Tone, string];
}

/** Shown of all that were sent. */
const NEWEST = 10;

/** What was sent from a form since it was opened, newest first; `target` is what the form is about. */
export function useSentHere(state: SingleState, target: string): readonly Sending[] {
  const [sent, setSent] = useState<readonly Sending[]>([]);
  const [seen, setSeen] = useState(state);
  if (seen !== state) {
    setSeen(state);
    const word = wordOf(state);
    if (word) setSent([{ target, word }, ...sent]);
  }
  return sent;
}

/** A tally for who sends to one device after another: how many, and how the last ten went. */
export function SentHere({ sent }: { readonly sent: readonly Sending[] }): ReactNode {
  if (sent.length < 2) return null;
  return (
    <section className={styles['sent']} aria-label={t('Sent from here')}>
      <h3>{t('Sent from here: {count}', { count: formatCount(sent.length) })}</h3>
      <ol>
        {sent.slice(0, NEWEST).map(({ target, word: [tone, word] }, index) => (
          // In its place another stands from the next on: none moves.
          <li key={index}>
            <Imei imei={target} />
            {tone === 'success' ? (
              <span className={styles['well']} title={word}>
                <LineIcon name="success" size={14} />
                <HiddenText>{word}</HiddenText>
              </span>
            ) : (
              <StatusBadge tone={tone}>{word}</StatusBadge>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
