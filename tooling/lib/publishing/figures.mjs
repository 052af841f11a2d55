// Reads the figures of all operators from a console's API, with a key that allows nothing else (D21b).
import { fromSharedLib } from '../from-shared-lib.mjs';
import { calls, parseConfig } from './rules.mjs';

/**
 * @import * as api from '@device-console/shared-lib/api'
 * @import { FiguresAnswer } from '@device-console/shared-lib/contract'
 * @import * as crypto from '@device-console/shared-lib/crypto'
 */

/**
 * `config` is the config.json of the console at `address`.
 * @type {(from: { address: string, config: unknown, figuresKey: string, hours: number }) =>
 *   Promise<FiguresAnswer>}
 */
export async function readFigures({ address, config, figuresKey, hours }) {
  const { createApiClient, createEnvelopeCodec } = /** @type {typeof api & typeof crypto} */ (
    await fromSharedLib(`
    export { createApiClient } from '@device-console/shared-lib/api';
    export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
  `)
  );
  const { apiBase, backend, names, serverTimeZone, codec, sharedKey } = parseConfig(config);
  const client = createApiClient({
    apiBase: new URL(apiBase, address).href,
    backend,
    names,
    serverTimeZone,
    codec: createEnvelopeCodec({ codec, sharedKey }),
    fetch: (url, init) => fetch(url, init),
    // No email: the API knows the key's owner.
    session: () => /** @type {{ token: string, email: string }} */ ({ token: figuresKey }),
  });
  if (!client.offers(calls.platformFigures))
    throw new Error('The API of this console keeps no figures (config.json: backend "legacy").');
  return client.call(calls.platformFigures, { hours });
}
