import type { CallName } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import * as v from 'valibot';
import { DEMO_SHARED_KEY } from '../app/configuration/environment.ts';
import { DEMO_PASSWORD } from '../modules/demo/prepare-demo.ts';
import type { ChildServer } from './child-server.ts';
import { createClient, type Client } from './client.ts';

const answered = v.looseObject({ status: v.string(), message: v.string(), token: v.optional(v.string(), '') });

/** Returns a client over the network, by default of a demo server. */
export async function clientOf({ address }: Pick<ChildServer, 'address'>, sharedKey = DEMO_SHARED_KEY) {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  return createClient(codec, async ({ url, payload: body = null, ...request }, { signal = null }) => {
    const response = await fetch(`${address}${url}`, { ...request, body, signal });
    return { status: response.status, headers: Object.fromEntries(response.headers), json: await response.json() };
  });
}

/** Makes one call; throws if it is refused in plain text. */
export async function postToChild(
  child: Pick<ChildServer, 'address'>,
  name: CallName,
  body: object,
  { sharedKey, ...wire }: Parameters<Client['call']>[2] & { readonly sharedKey?: string } = {},
) {
  const { status, sealed, answer } = await (await clientOf(child, sharedKey)).call(name, body, wire);
  if (!sealed) throw new Error(`${name} was answered ${status}: ${JSON.stringify(answer)}`);
  return v.parse(answered, answer);
}

export async function loginToChild(child: ChildServer, email: string): Promise<string> {
  return (await postToChild(child, 'login', { email, password: DEMO_PASSWORD })).token;
}
