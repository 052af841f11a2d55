import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useAddresses } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import type { ApiError } from '@device-console/shared-lib/api';
import { createSubject } from '@device-console/shared-lib/console/host';
import { type IdentityChallenge, readChallenge } from '@device-console/shared-lib/contract';
import { FetchedDialog } from '../common/fetched-dialog.tsx';
import { accountPage } from '../navigation/screen-routes.ts';
import { t } from '../t.ts';

type SessionChallenge = Exclude<IdentityChallenge, { readonly kind: 'factor' }>;

export type IdentityPrompt = ReturnType<typeof createIdentityPrompt>;

/**
 * Asks for a proof of identity, once for all waiting calls (S18), or sends the operator to their account (S20, S27).
 */
export function createIdentityPrompt(now: () => number = () => performance.now()) {
  const { subscribe, getSnapshot, set } = createSubject<SessionChallenge | null>(null);
  const waiting = new Set<(isProven: boolean) => void>();
  let askedBefore = 0;
  let askedSince: number | null = null;
  /** Milliseconds that calls have waited for answers. */
  const askedMs = (): number => askedBefore + (askedSince === null ? 0 : now() - askedSince);
  const endAsking = (): void => {
    askedBefore = askedMs();
    askedSince = null;
  };
  /** The waiting calls are sent again, or stay refused. */
  const settle = (isProven: boolean): void => {
    const all = [...waiting];
    waiting.clear();
    endAsking();
    set(null);
    for (const resolve of all) resolve(isProven);
  };
  /** A call given up by its screen stops waiting. The last one closes the question. */
  const giveUp = (resolve: (isProven: boolean) => void): void => {
    if (!waiting.delete(resolve)) return;
    resolve(false);
    if (waiting.size > 0) return;
    endAsking();
    set(null);
  };
  return {
    subscribe,
    getSnapshot,
    settle,
    askedMs,
    /** True once the identity is proven: the refused call may be sent again. */
    ask: (error: ApiError, signal: AbortSignal | undefined): Promise<boolean> => {
      const challenge = readChallenge(error.challenge);
      if (!challenge || challenge.kind === 'factor' || signal?.aborted) return Promise.resolve(false);
      if (challenge.kind !== 'proof') {
        set(challenge);
        return Promise.resolve(false);
      }
      return new Promise((resolve) => {
        waiting.add(resolve);
        askedSince ??= now();
        signal?.addEventListener('abort', () => giveUp(resolve), { once: true });
        set(challenge);
      });
    },
  };
}

const load = () => import(/* webpackChunkName: "identity" */ './identity-dialog.tsx');

/** What a refused call requires: a proof in a dialog, or a change on the account page. */
export function IdentityQuestion({ prompt }: { readonly prompt: IdentityPrompt }): ReactNode {
  const challenge = useSyncExternalStore(prompt.subscribe, prompt.getSnapshot);
  if (challenge === null) return null;
  if (challenge.kind !== 'proof') return <ToAccount prompt={prompt} asked={challenge.kind} />;
  const { offers, bySignOn = false } = challenge;
  return (
    <FetchedDialog
      load={load}
      title={t('Confirm that it is you')}
      failure={t('This part of the page could not be loaded. Retry when the connection is back.')}
      leaveLabel={t('Cancel')}
      onLeave={() => prompt.settle(false)}
    >
      {({ IdentityDialog }) => <IdentityDialog offers={offers} bySignOn={bySignOn} onEnd={prompt.settle} />}
    </FetchedDialog>
  );
}

interface ToAccountProps {
  readonly prompt: IdentityPrompt;
  /** What must be changed on the account page first, which opens at the right place. */
  readonly asked: Exclude<SessionChallenge['kind'], 'proof'>;
}

/** The account page says what to do there (S20, S27). */
function ToAccount({ prompt, asked }: ToAccountProps): ReactNode {
  const { pathname } = useLocation();
  const { to } = useAddresses();
  const address = to(accountPage.path);
  const isThere = pathname === address;
  useEffect(() => {
    if (isThere) prompt.settle(false);
  }, [isThere, prompt]);
  return isThere ? null : <Navigate to={address} replace state={{ asked }} />;
}

/** By the state that comes with the account page's address. */
export function asksForPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'asked' in state && state.asked === 'new-password';
}
