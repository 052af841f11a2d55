import { calls, type CallName } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import * as v from 'valibot';
import { DEMO_SHARED_KEY } from '../app/configuration/environment.ts';
import { DEMO_PASSWORD } from '../modules/demo/prepare-demo.ts';
import type { ChildServer } from './child-server.ts';

const answered = v.looseObject({ status: v.string(), message: v.string(), token: v.optional(v.string(), '') });
const sealedReply = v.object({ payload: v.string(), transactionId: v.string() });

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
  const { method, path, request } = calls[name];
  const sent =
    request === 'sealed' ? await codec.seal(body, { direction: 'request', method, path, transactionId }) : body;
  const response = await fetch(`${child.address}/${path}`, {
    method,
    body: JSON.stringify(sent),
    headers: { 'content-type': 'application/json', 'x-transaction-id': transactionId, 'x-api-key': token },
    ...(signal === undefined ? {} : { signal }),
  });
  const reply: unknown = await response.json();
  const sealed = v.safeParse(sealedReply, reply);
  if (!sealed.success) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(reply)}`);
  return v.parse(answered, await codec.open(sealed.output, { direction: 'reply', method, path, transactionId }));
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
