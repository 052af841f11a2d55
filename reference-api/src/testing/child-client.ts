import type { CallName } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import * as v from 'valibot';
import { DEMO_SHARED_KEY } from '../app/configuration/environment.ts';
import { DEMO_PASSWORD } from '../modules/demo/prepare-demo.ts';
import type { ChildServer } from './child-server.ts';
import { exchange, type Request } from './test-api.ts';

const answered = v.looseObject({ status: v.string(), message: v.string(), token: v.optional(v.string(), '') });
/** Makes a call over the network, by default to a demo server in a process of its own. */
export async function postToChild(
  child: Pick<ChildServer, 'address'>,
  name: CallName,
  body: object,
  token = '',
  transactionId = newTransactionId(),
  { sharedKey = DEMO_SHARED_KEY, signal }: { readonly sharedKey?: string; readonly signal?: AbortSignal } = {},
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

/** Uploads the file of a batch; returns the server's name of it. */
export async function uploadToChild(
  { address }: Pick<ChildServer, 'address'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File(['sno,imei1\r\n'], 'batch.csv', { type: 'text/csv' }));
  const headers = { 'x-transaction-id': newTransactionId(), 'x-api-key': token };
  const response = await fetch(`${address}/${path}`, { method: 'POST', body: form, headers });
  return v.parse(v.object({ file: v.string() }), await response.json()).file;
}

export async function loginToChild(child: ChildServer, email: string): Promise<string> {
  return (await postToChild(child, 'login', { email, password: DEMO_PASSWORD })).token;
}
