// Reads the figures of all operators from a console's API, with a key that opens nothing else (D21b).
import { fromSharedLib } from '../from-shared-lib.mjs';

/** The figures of the last `hours`: `{ items, failures }`. `address` is the console's; `config` its config.json. */
export async function readFigures({ address, config, figuresKey, hours }) {
  const { calls, createApiClient, createEnvelopeCodec, parseConfig } = await fromSharedLib(`
    export { createApiClient } from '@device-console/shared-lib/api';
    export { calls, parseConfig } from '@device-console/shared-lib/contract';
    export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
  `);
  const { apiBase, backend, names, serverTimeZone, codec, sharedKey } = parseConfig(config);
  const client = createApiClient({
    apiBase: new URL(apiBase, address).href,
    backend,
    names,
    serverTimeZone,
    codec: createEnvelopeCodec({ codec, sharedKey }),
    fetch: (url, init) => fetch(url, init),
    // A key need not name whose it is: the API knows.
    session: () => ({ token: figuresKey, email: undefined }),
  });
  if (!client.offers(calls.platformFigures))
    throw new Error('The API of this console keeps no figures (config.json: backend "legacy").');
  return client.call(calls.platformFigures, { hours });
}
