import { BusinessError } from '../errors/expected-errors.ts';
import { DatabaseAway, RequestError, TooBusy, TooManyRequests } from '../errors/request-errors.ts';
import { countAttemptWithin, type AttemptLimits } from '../security/throttle.ts';
import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext } from './context.ts';

/** Keeps the first attempt beyond a limit and each hundredth: a flood must not fill the disk. */
export function isKeptInAudit({ excess }: TooManyRequests): boolean {
  return excess === 1 || excess % 100 === 0;
}

/** The server has checked and refused it; anything else is the server's own failure. */
function isDecided(error: unknown): boolean {
  const isOwnFailure = error instanceof TooBusy || error instanceof DatabaseAway;
  return error instanceof BusinessError || (error instanceof RequestError && !isOwnFailure);
}

/** `account`: what attempts are counted by. What the server fails to decide does not count. Throws TooManyRequests. */
export async function attemptWithin<Result>(
  { db, platform, address }: AnonymousContext,
  limits: AttemptLimits,
  account: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { clock, failedAttempts } = platform;
  const counted = await countAttemptWithin(db, clock, limits, account, address, failedAttempts);
  try {
    return await attempt();
  } catch (error) {
    if (!isDecided(error)) for (const subject of counted) failedAttempts.add(subject);
    throw error;
  }
}

/** Like {@link attemptWithin}, for an unknown caller: `typed` is what the audit may show about them. */
export async function admit<Result>(
  context: AnonymousContext,
  call: string,
  limits: AttemptLimits,
  who: { readonly account: string; readonly typed: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attemptWithin(context, limits, who.account, attempt);
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
