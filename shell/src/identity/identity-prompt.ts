import type { ApiError } from '@device-console/shared-lib/api';
import { createSubject } from '@device-console/shared-lib/console/host';
import { readChallenge, type IdentityChallenge } from '@device-console/shared-lib/contract';

type SessionChallenge = Exclude<IdentityChallenge, { readonly kind: 'factor' }>;

/**
 * Asks for a proof of identity, once for all waiting calls (S18), or sends the operator to their account (S20, S27).
 */
export interface IdentityPrompt {
  readonly getSnapshot: () => SessionChallenge | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** True once the identity is proven: the refused call may be sent again. */
  readonly ask: (error: ApiError, signal: AbortSignal | undefined) => Promise<boolean>;
  /** Milliseconds that calls have waited for answers. */
  readonly askedMs: () => number;
  /** The waiting calls are sent again, or stay refused. */
  readonly settle: (isProven: boolean) => void;
}

export function createIdentityPrompt(now: () => number = () => performance.now()): IdentityPrompt {
  const { subscribe, getSnapshot, set } = createSubject<SessionChallenge | null>(null);
  const waiting = new Set<(isProven: boolean) => void>();
  let askedBefore = 0;
  let askedSince: number | null = null;
  const askedMs = (): number => askedBefore + (askedSince === null ? 0 : now() - askedSince);
  const endAsking = (): void => {
    askedBefore = askedMs();
    askedSince = null;
  };
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
    ask: (error, signal) => {
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
