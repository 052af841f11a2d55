import { failureNotice, type FailureNotice } from '@device-console/shared-lib/console';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { type Session } from '@device-console/shared-lib/session';
import { signInAtom, type Credentials, type SignOnCode } from '@device-console/shared-lib/session/host';
import { t } from '../t.ts';

/** `waiting`: the server accepts no login before `until`, in milliseconds since the epoch. */
type Attempt =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'failed'; readonly failure: FailureNotice; readonly asked?: unknown }
  | { readonly status: 'waiting'; readonly failure: FailureNotice; readonly until: number };

const idle: Attempt = { status: 'idle' };

/**
 * Tries to log in, and counts down if the server asks to wait (S7). Keeps state per `account`: a wait applies to its
 * own account only, even if another is tried in between.
 */
export function useAttempt(account = '') {
  const key = account.trim().toLowerCase();
  const [attempts, setAttempts] = useState<Readonly<Record<string, Attempt>>>({});
  // Compared as a time: ticks arrive late in a background tab.
  const [now, setNow] = useState(0);
  const isWaiting = (one: Attempt): boolean => one.status === 'waiting' && one.until > now;
  const isOneWaiting = Object.values(attempts).some(isWaiting);
  useEffect(() => {
    if (!isOneWaiting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOneWaiting]);
  const last = attempts[key] ?? idle;
  const attempt = last.status === 'waiting' && !isWaiting(last) ? idle : last;

  const change = (next: Attempt): void => setAttempts((before) => ({ ...before, [key]: next }));
  /** Null without a session; `failure` then says why. */
  const tried = async (run: () => Promise<Session>): Promise<Session | null> => {
    change({ status: 'sending' });
    try {
      return await run();
    } catch (error) {
      const failedAt = Date.now();
      setNow(failedAt);
      change(failed(error, failedAt));
      return null;
    }
  };
  return {
    isSending: Object.values(attempts).some(({ status }) => status === 'sending'),
    failure: attempt.status === 'failed' || attempt.status === 'waiting' ? attempt.failure : null,
    /** Time until the next try, in words; null if a login may be tried now. */
    wait: attempt.status === 'waiting' ? waitText(attempt.until - now) : null,
    /** What the refusal also requires, such as a second factor (S17); else undefined. */
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
    ? { status: 'waiting', failure, until: now + seconds * 1_000 }
    : { status: 'failed', failure, asked: error instanceof ApiError ? error.challenge : undefined };
}

/** The server's message; if the server could not be reached, the specification's text (S7). */
function failureOf(error: unknown): FailureNotice {
  const isUnreachable = error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
  const notice = failureNotice(error);
  return isUnreachable ? { ...notice, children: t('Please try after sometime') } : notice;
}

/** The units are in the page's language without a catalogue. */
function waitText(milliseconds: number): string {
  const left = Math.ceil(milliseconds / 1_000);
  const parts = [
    [Math.floor(left / 60), 'minute'],
    [left % 60, 'second'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(formatLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    );
  return t('You can try again in {seconds}.', { seconds: words.join(' ') });
}
