import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as v from 'valibot';
import type { WorkerParts } from '../../core/gateway/worker-parts.ts';
import { callbackBody, outcomeOf } from '../../core/gateway/provider-protocol.ts';
import { settleAll, takeOutcome, type SaidOutcome } from '../../core/gateway/settle.ts';
import { noTally } from '../../core/gateway/tally.ts';

const callbackText = v.pipe(v.string(), v.parseJson(undefined, 'it is no JSON'), callbackBody);

/** The result of a callback. */
type Received =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed'; readonly message: string }
  /** Keys that this database does not know. */
  | { readonly kind: 'taken'; readonly unknown: readonly string[] };

/** True for a body that one of the secrets has signed within the last five minutes. */
function verified(secrets: readonly string[], body: string, headers: Record<string, string>): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  });
}

/**
 * Takes outcomes that a provider tells by itself, signed by the convention of Standard Webhooks. A callback may come
 * twice, late or in another order: no state goes back.
 */
export function createCallbacks(
  parts: Pick<WorkerParts, 'store' | 'gateway' | 'clock' | 'tally'>,
  secrets: () => readonly string[],
): (body: string, headers: Record<string, string>) => Promise<Received> {
  return async (body, headers) => {
    if (!verified(secrets(), body, headers)) return { kind: 'unsigned' };
    const read = v.safeParse(callbackText, body);
    if (!read.success) return { kind: 'malformed', message: read.issues[0].message };
    const tally = (parts.tally ?? noTally)();
    const unknown: string[] = [];
    await settleAll(read.output.outcomes, async (one) => {
      const outcome = outcomeOf(one) as SaidOutcome;
      if (!(await takeOutcome(parts, one.key, outcome, tally))) unknown.push(one.key);
    });
    await tally.write(parts.store.db, parts.clock.now());
    return { kind: 'taken', unknown };
  };
}
