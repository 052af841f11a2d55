import * as v from 'valibot';
import type { DeviceGateway, GatewayOutcome } from './device-gateway.ts';

const TIMEOUT = 10_000;
const ASK_AFTER = 30_000;

const providerAnswer = v.object({
  status: v.picklist(['sent', 'acknowledged', 'failed']),
  reason: v.optional(v.string(), 'The provider gave no reason.'),
});

function outcomeFrom(answer: v.InferOutput<typeof providerAnswer>): GatewayOutcome {
  if (answer.status === 'sent') return { status: 'sent', askAfter: ASK_AFTER };
  return answer.status === 'failed' ? { status: 'failed', reason: answer.reason } : { status: 'acknowledged' };
}

async function ask(fetcher: typeof fetch, address: URL, init: RequestInit): Promise<GatewayOutcome> {
  const response = await fetcher(address, { ...init, signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
  if (!response.ok)
    throw new Error(`The device gateway answered ${response.status} to ${init.method ?? 'GET'} ${address.pathname}.`);
  return outcomeFrom(v.parse(providerAnswer, await response.json()));
}

/**
 * Pushes commands to a provider: POST `<url>` with the command and an Idempotency-Key, and GET `<url>/<id>` for its
 * outcome. Both answer `{ status: 'sent' | 'acknowledged' | 'failed', reason? }`.
 */
export function createHttpGateway(url: string, fetcher: typeof fetch = fetch): DeviceGateway {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    name: 'http',
    send: (command) =>
      ask(fetcher, new URL(url), {
        method: 'POST',
        body: JSON.stringify(command),
        headers: { 'content-type': 'application/json', 'idempotency-key': `device-console-${command.id}` },
      }),
    outcomeOf: (command) => ask(fetcher, new URL(String(command.id), base), { method: 'GET' }),
  };
}
