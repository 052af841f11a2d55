import { TooManyRequests } from '../errors/request-errors.ts';
import { countAttemptWithin, type loginLimits } from '../security/throttle.ts';
import { recordAnonymous } from './audit.ts';
import type { AnonymousContext } from './context.ts';

const KEPT_EXCESS = 100;

/** Of the attempts beyond a limit the audit keeps the first and each hundredth: a flood must not fill the disk. */
export function isKeptInAudit({ excess }: TooManyRequests): boolean {
  return excess === 1 || excess % KEPT_EXCESS === 0;
}

/**
 * Admits an attempt of somebody unknown, or throws TooManyRequests. `account` is what attempts are counted by, `typed`
 * what the audit may show of it.
 */
export async function admit(
  context: AnonymousContext,
  call: string,
  limits: typeof loginLimits,
  who: { readonly account: string; readonly typed: string },
): Promise<void> {
  try {
    await countAttemptWithin(context.db, context.platform.clock, limits, who.account, context.address);
  } catch (error) {
    if (error instanceof TooManyRequests && isKeptInAudit(error)) {
      await recordAnonymous(
        context,
        call,
        { id: null, email: who.typed },
        'refused',
        `${error.message} ${error.excess} beyond the limit.`,
      );
    }
    throw error;
  }
}
