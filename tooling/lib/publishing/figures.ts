// Reads the figures of all operators from a console's API, with a key that allows nothing else (D21b).
import { fromSharedLib } from '../from-shared-lib.ts';
import { calls, parseConfig } from './rules.ts';
import type * as api from '@device-console/shared-lib/api';
import type * as crypto from '@device-console/shared-lib/crypto';
import type { FiguresAnswer } from '@device-console/shared-lib/contract';

/** `config` is the config.json of the console at `address`. */
export async function readFigures({
  address,
  config,
  figuresKey,
  hours,
}: {
  address: string;
  config: unknown;
  figuresKey: string;
  hours: number;
}): Promise<FiguresAnswer> {
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
