import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { type Session } from '@device-console/shared-lib/session';
import { signInAtom, type Credentials, type SignOnCode } from '@device-console/shared-lib/session/host';
import { t } from '../t.ts';

/** `waiting`: the server accepts no login for some seconds. */
type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly failure: FailureNotice; readonly asked?: unknown }
  | { readonly status: 'waiting'; readonly failure: FailureNotice; readonly until: number; readonly seconds: number };

interface Attempts {
  readonly isSending: boolean;
  readonly failure: FailureNotice | null;
  /** Time until the next try, in words; null if a login may be tried now. */
  readonly wait: string | null;
  /** What the refusal also requires, such as a second factor (S17); else undefined. */
  readonly asked: unknown;
  /** Null without a session; `failure` then says why. */
  readonly attempt: (run: () => Promise<Session>) => Promise<Session | null>;
  readonly restart: () => void;
}

type AttemptsByAccount = Readonly<Record<string, Attempt>>;

const idle: Attempt = { status: 'idle' };

/**
 * Tries to log in, and counts down if the server asks to wait (S7). Keeps state per `account`: a wait applies to its
 * own account only, even if another is tried in between.
 */
export function useAttempt(account = ''): Attempts {
  const key = account.trim().toLowerCase();
  const [attempts, setAttempts] = useState<AttemptsByAccount>({});
  const attempt = attempts[key] ?? idle;
  const isOneWaiting = Object.values(attempts).some(({ status }) => status === 'waiting');
  useEffect(() => {
    if (!isOneWaiting) return undefined;
    const timer = setInterval(() => setAttempts((now) => allCounted(now, Date.now())), 1_000);
    return () => clearInterval(timer);
  }, [isOneWaiting]);

  const change = (next: Attempt): void => setAttempts((before) => ({ ...before, [key]: next }));
  const tried = async (run: () => Promise<Session>): Promise<Session | null> => {
    change({ status: 'sending' });
    try {
      return await run();
    } catch (error) {
      change(failed(error, Date.now()));
      return null;
    }
  };
  return {
    isSending: Object.values(attempts).some(({ status }) => status === 'sending'),
    failure: attempt.status === 'failed' || attempt.status === 'waiting' ? attempt.failure : null,
    wait:
      attempt.status === 'waiting' ? t('You can try again in {seconds}.', { seconds: inWords(attempt.seconds) }) : null,
    asked: attempt.status === 'failed' ? attempt.asked : undefined,
    attempt: tried,
    restart: () => change(idle),
  };
}

/** Logs in by a password, or by the code of a single sign-on (S1, S21). */
export function useSignIn(account?: string) {
  const signInOnce = useSetAtom(signInAtom);
  const { attempt, ...rest } = useAttempt(account);
  return { ...rest, signIn: (credentials: Credentials | SignOnCode) => attempt(() => signInOnce(credentials)) };
}

function failed(error: unknown, now: number): Attempt {
  const failure = failureOf(error);
  const seconds = error instanceof ApiError && error.kind === 'throttled' ? (error.retryAfterSeconds ?? 0) : 0;
  return seconds > 0
    ? { status: 'waiting', failure, until: now + seconds * 1_000, seconds }
    : { status: 'failed', failure, asked: error instanceof ApiError ? error.challenge : undefined };
}

/** The server's message; if the server could not be reached, the specification's text (S7). */
function failureOf(error: unknown): FailureNotice {
  const isUnreachable = error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
  const notice = failureNotice(error);
  return isUnreachable ? { ...notice, children: t('Please try after sometime') } : notice;
}

/** Compares times: ticks arrive late in a background tab. */
function counted(attempt: Attempt, now: number): Attempt {
  if (attempt.status !== 'waiting') return attempt;
  const seconds = Math.ceil((attempt.until - now) / 1_000);
  return seconds > 0 ? { ...attempt, seconds } : idle;
}

const allCounted = (attempts: AttemptsByAccount, now: number): AttemptsByAccount =>
  Object.fromEntries(Object.entries(attempts).map(([account, attempt]) => [account, counted(attempt, now)]));

/** Uses the page's language, without a catalogue. */
function inWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(formatLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    .join(' ');
}
