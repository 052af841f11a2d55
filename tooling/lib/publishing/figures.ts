// Reads the figures of all operators from a console's API, with a key that allows nothing else (D21b).
import type * as api from '@device-console/shared-lib/api';
import type * as crypto from '@device-console/shared-lib/crypto';
import type { FiguresAnswer } from '@device-console/shared-lib/contract';
import { fromSharedLib } from '../from-shared-lib.ts';
import { calls, parseConfig } from './rules.ts';
import { folderOfRelease } from './build-files.ts';

/** `config` is the config.json of the console at `address`. */
export async function readFigures(address: string, config: unknown, figuresKey: string, hours: number) {
  const { createApiClient, createEnvelopeCodec } = (await fromSharedLib(`
    export { createApiClient } from '@device-console/shared-lib/api';
    export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
  `)) as typeof api & typeof crypto;
  const { apiBase, backend, names, serverTimeZone, codec, sharedKey } = parseConfig(config);
  const client = createApiClient({
    apiBase: new URL(apiBase, address).href,
    backend,
    names,
    serverTimeZone,
    codec: createEnvelopeCodec({ codec, sharedKey }),
    fetch: (url, init) => fetch(url, init),
    // No email: the API knows the key's owner.
    session: () => ({ token: figuresKey }) as { token: string; email: string },
  });
  if (!client.offers(calls.platformFigures))
    throw new Error('The API of this console keeps no figures (config.json: backend "legacy").');
  return client.call(calls.platformFigures, { hours });
}

type CanaryFigures = { loads: number; failures: number; operators: number };

/** Zeros if nothing was reported. */
export function figuresOfCanary(
  { id, canary }: { id: string; canary: { baseUrl: string } },
  items: FiguresAnswer['items'],
): CanaryFigures {
  const release = folderOfRelease(canary.baseUrl);
  const found = items.find((item) => item.remote === id && item.source === 'canary' && item.release === release);
  return { loads: found?.loads ?? 0, failures: found?.failures ?? 0, operators: found?.operators ?? 0 };
}

/**
 * A canary is withdrawn once all three hold: at least `failures` failures; at least `operators` operators with
 * failures; more failures than `share` of the loads. So problems of a single browser withdraw nothing.
 */
export const isBeyond = (
  figures: CanaryFigures,
  { failures = 5, operators = 2, share = 0.05 }: { failures?: number; operators?: number; share?: number },
): boolean =>
  figures.failures >= failures && figures.operators >= operators && figures.failures > share * figures.loads;

/** The reason in one sentence, for operators and the team. */
export const reasonOf = ({ loads, failures, operators }: CanaryFigures, hours: number): string =>
  `It failed ${failures} times for ${operators} ${operators === 1 ? 'operator' : 'operators'} in ${loads} loads ` +
  `within ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
