import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { DEMO_SHARED_KEY } from '../app/configuration/environment.ts';
import type { ChildServer } from './child-server.ts';
import { createClient } from './client.ts';

/** Returns a client over the network, by default of a demo server. */
export async function clientOf({ address }: Pick<ChildServer, 'address'>, sharedKey = DEMO_SHARED_KEY) {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  return createClient(codec, async ({ url, payload: body = null, ...request }, { signal = null }) => {
    const response = await fetch(`${address}${url}`, { ...request, body, signal });
    return { status: response.status, headers: Object.fromEntries(response.headers), json: await response.json() };
  });
}

const DEMO_PASSWORD = 'Demo-pass-2026';

/** Logs in to a demo server; returns the token. */
export async function loginToChild(child: Pick<ChildServer, 'address'>, email: string): Promise<string> {
  const { ask } = await clientOf(child);
  return String((await ask('login', { email, password: DEMO_PASSWORD }))['token']);
}
