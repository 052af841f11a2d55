import { failureNotice, type FailureNotice } from '../console/index.ts';
import type { Sent } from '../data/react/index.ts';
import { t } from '../i18n/own.ts';

/** The state of a single command. */
export type SingleState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly imei: string; readonly sent: Sent }
  /** The server took it; its reply did not say how it went (D1b). */
  | { readonly status: 'accepted'; readonly imei: string }
  /** The server refused it, or holds it until a second person has decided (C12); nothing was sent (C7). */
  | { readonly status: 'refused'; readonly failure: FailureNotice; readonly waits: boolean }
  /** The outcome is unknown, or nothing was sent (D12). */
  | { readonly status: 'unconfirmed'; readonly maybeSent: boolean; readonly failure: FailureNotice };

/** The page was left before the answer, so nothing else is known of it. */
const LEFT: FailureNotice = { children: t('The page was left before the server answered.'), details: undefined };

/** How a sending of a command stands, for the screens that show it. */
export function stateOfSent(sent: Sent): SingleState {
  const { phase, outcome, error, about } = sent;
  if (phase !== 'ended') return { status: 'sending' };
  const imei = about?.target ?? '';
  const failure = error ? failureNotice(error) : LEFT;
  switch (outcome) {
    case 'unstated':
      return { status: 'accepted', imei };
    case 'waits':
    case 'refused':
      return { status: 'refused', failure, waits: outcome === 'waits' };
    case 'unknown':
    case 'not-sent':
      return { status: 'unconfirmed', maybeSent: outcome === 'unknown', failure };
    default:
      return { status: 'done', imei, sent };
  }
}
