import { BusinessError } from '../../core/errors/expected-errors.ts';
import { NotNow } from '../../core/errors/request-errors.ts';
import { countAttempt } from '../../core/store/attempts.ts';
import { isoAfter, isoTime, MINUTE, secondsUntil } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';

/**
 * Counts commands that an API key is about to send, if it has a limit per minute (K2). Beyond the limit it throws, and
 * nothing is counted or sent. Must come before the transaction locks any device: commands of one key wait for each
 * other here.
 */
export async function countKeyCommands({ db, platform, actor }: CallContext, commands: number): Promise<void> {
  const most = actor.bounds?.perMinute;
  if (most === undefined || commands === 0) return;
  if (commands > most)
    throw new BusinessError(
      `This API key may send ${most} commands a minute, and this call holds ${commands}. Nothing was sent; send ` +
        `at most ${most} in one call.`,
    );
  const now = platform.clock.now();
  const subject = `commands of key ${actor.credentialId}`;
  const { attempts, windowEndsAt } = await countAttempt(db, subject, isoTime(now), isoAfter(now, MINUTE), commands);
  if (attempts <= most) return;
  const seconds = secondsUntil(windowEndsAt, now);
  throw new NotNow(
    `This API key may send ${most} commands a minute. Nothing was sent; please try again in ${seconds} seconds.`,
    seconds,
  );
}
