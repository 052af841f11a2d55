import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as v from 'valibot';
import { MalformedRequest, RequestError } from '../../core/errors/request-errors.ts';
import type { WorkerParts } from '../../core/gateway/worker-parts.ts';
import { callbackBody, outcomeOf } from '../../core/gateway/provider-protocol.ts';
import { settleAll, takeOutcome, type SaidOutcome } from '../../core/gateway/settle.ts';
import { noTally } from '../../core/gateway/tally.ts';

const callbackText = v.pipe(v.string(), v.parseJson(undefined, 'it is no JSON'), callbackBody);

/** 401: the callback is not signed by a known secret, or not recently. */
class UnsignedCallback extends RequestError {
  override readonly statusCode = 401;

  constructor() {
    super('The callback is not signed by a secret of this deployment, or its time is more than five minutes away.');
  }
}

/** True if one of the secrets signed the body, at a time within five minutes of now. */
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
 * Takes outcomes that the provider reports, signed as Standard Webhooks. Callbacks may come twice, late or out of
 * order: no state goes back. Returns the keys that this database does not know.
 */
export function createCallbacks(
  parts: Pick<WorkerParts, 'store' | 'gateway' | 'clock' | 'tally'>,
  secrets: () => readonly string[],
): (body: string, headers: Record<string, string>) => Promise<readonly string[]> {
  return async (body, headers) => {
    if (!verified(secrets(), body, headers)) throw new UnsignedCallback();
    const read = v.safeParse(callbackText, body);
    if (!read.success) throw new MalformedRequest(`The callback does not fit the protocol: ${read.issues[0].message}`);
    const tally = (parts.tally ?? noTally)();
    const unknown: string[] = [];
    await settleAll(read.output.outcomes, async (one) => {
      const outcome = outcomeOf(one) as SaidOutcome;
      if (!(await takeOutcome(parts, one.key, outcome, tally))) unknown.push(one.key);
    });
    await tally.write(parts.store.db, parts.clock.now());
    return unknown;
  };
}
