import type { CallName } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import * as v from 'valibot';
import { DEMO_SHARED_KEY } from '../app/configuration/environment.ts';
import { DEMO_PASSWORD } from '../modules/demo/prepare-demo.ts';
import type { ChildServer } from './child-server.ts';
import { exchange, type Request } from './test-api.ts';

const answered = v.looseObject({ status: v.string(), message: v.string(), token: v.optional(v.string(), '') });

interface Wire {
  readonly token?: string;
  readonly transactionId?: string | undefined;
  readonly sharedKey?: string;
  readonly signal?: AbortSignal;
}

/** Makes a call over the network, by default to a demo server in a process of its own. */
export async function postToChild(
  child: Pick<ChildServer, 'address'>,
  name: CallName,
  body: object,
  { token, transactionId, sharedKey = DEMO_SHARED_KEY, signal }: Wire = {},
) {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  const post = async ({ method, url, headers, payload }: Request) => {
    const response = await fetch(`${child.address}${url}`, {
      method,
      body: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, json: (await response.json()) as unknown };
  };
  const { status, sealed, answer } = await exchange(codec, name, body, { token, transactionId }, post);
  if (!sealed) throw new Error(`${name} was answered ${status}: ${JSON.stringify(answer)}`);
  return v.parse(answered, answer);
}

export async function loginToChild(child: ChildServer, email: string): Promise<string> {
  return (await postToChild(child, 'login', { email, password: DEMO_PASSWORD })).token;
}
