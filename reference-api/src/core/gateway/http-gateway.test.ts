import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredentials, readSettings } from '../../app/configuration/environment.ts';
import { readCallbackSecrets } from '../../modules/provider-callbacks/index.ts';
import { startReceiver } from '../../testing/http-receiver.ts';
import { makeCertificate } from '../../testing/deployed-nginx.ts';
import { startProvider } from '../../testing/provider/provider.ts';
import type { SubmittedCommand } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { fresh } from '../../testing/fixtures.ts';
import { newFolder } from '../../testing/test-run.ts';

const SHARED_KEY = 'a key of our own, long enough';
const command: SubmittedCommand = {
  key: 'epoch.uid',
  imei: '356938030000005',
  action: 'lock',
  payload: {},
  expiresAt: '2999-01-01T00:00:00.000Z',
  isRepeat: false,
};

const UNREADABLE = "The provider's answer to POST /commands could not be read: it is no JSON.";

const folder = newFolder();
const provider = fresh(() => startProvider());

const write = async (name: string, content: unknown) => {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

async function submitWith(url: string, credentials = {}): Promise<unknown> {
  const gateway = createHttpGateway(url, credentials);
  const reply = await gateway.submit([command], () => true);
  await gateway.close?.();
  return reply;
}

const taken = { kind: 'answered', answer: new Map([[command.key, { status: 'accepted' }]]) };

it('D17c shows the bearer token of its file, and says so where it is refused', async () => {
  const file = await write('bearer.json', { bearer: 'a-secret' });
  const said = async (bearer: string) => {
    const guarded = await startProvider({ bearer });
    return submitWith(guarded.url, readCredentials(file)).finally(() => guarded.close());
  };
  const reason = 'The provider answered 401 to POST /commands: The token is not known.';
  expect(await said('a secret of theirs')).toEqual({ kind: 'misconfigured', surelyNotTaken: false, reason });
  expect(await said('a-secret')).toEqual(taken);
});

it('D17c shows a client certificate, and trusts the provider’s own authority alone', async () => {
  await makeCertificate(join(folder, 'own.pem'), join(folder, 'own.key'));
  const authority = await readFile(join(folder, 'own.pem'), 'utf8');
  const key = await readFile(join(folder, 'own.key'));
  const tls = { cert: authority, key, ca: authority, requestCert: true, rejectUnauthorized: true };
  const guarded = await startProvider({ tls });
  const file = await write('mtls.json', { certificate: 'own.pem', key: 'own.key', authority: 'own.pem' });
  expect(await submitWith(guarded.url, readCredentials(file))).toEqual(taken);
  expect(await submitWith(guarded.url, { authority })).not.toMatchObject({ kind: 'answered' });
  expect(await submitWith(guarded.url)).toMatchObject({ kind: 'misconfigured' });
  expect(guarded.state.commands.size).toBe(1);
  await guarded.close();
});

const unsure = { surelyNotTaken: false };
const busyFor = (retryAfter: number | undefined, more = {}) => ({ kind: 'busy', retryAfter, ...more });
it.each([
  [{ status: 400 }, { kind: 'refused' }],
  [{ status: 302 }, { kind: 'faulty' }],
  [{ status: 404 }, { kind: 'misconfigured' }],
  [{ status: 408 }, { kind: 'unreachable', ...unsure }],
  [{ status: 425 }, { kind: 'unreachable', ...unsure }],
  [{ status: 429, retryAfter: '7' }, busyFor(7_000, unsure)],
  [{ status: 503, retryAfter: '99999' }, busyFor(3_600_000)],
  [{ status: 503, retryAfter: 'soon' }, busyFor(undefined)],
  [{ status: 500 }, { kind: 'faulty' }],
  [{ status: 504 }, { kind: 'unreachable', ...unsure }],
  [{ kind: 'garbage' }, { kind: 'faulty', reason: UNREADABLE }],
  [{ kind: 'drop-after' }, { kind: 'unreachable', ...unsure }],
] as const)('D17c takes %j as %j', async (fault, reply) => {
  provider.behave({ faults: [{ kind: 'answer', ...fault }] });
  expect(await submitWith(provider.url)).toMatchObject(reply);
});

it('D17c reads each row of an answer by itself, and believes none that another one contradicts', async () => {
  const says = (key: string, ...states: readonly string[]) => states.map((status) => ({ key, status }));
  const results = [
    ...says('long'.repeat(100), 'accepted'),
    ...says('a.1', 'accepted', 'failed'),
    ...says('a.2', 'accepted', 'acknowledged', 'failed'),
    ...says('a.3', 'accepted', 'accepted'),
    ...says('a.4', 'done'),
  ];
  const server = await startReceiver((response) => void response.end(JSON.stringify({ results })));
  const gateway = createHttpGateway(server.address);
  const keys = results.map(({ key }) => ({ key, imei: command.imei, action: 'lock', isAccepted: true, wasSent: true }));
  const believed = { 'a.2': { status: 'acknowledged' }, 'a.3': { status: 'accepted' } };
  expect(await gateway.ask(keys)).toEqual({ kind: 'answered', answer: new Map(Object.entries(believed)) });
  await gateway.close?.();
  await server.close();
});

it('D17c follows no redirect: neither command nor token goes to another address', async () => {
  const elsewhere = `${provider.url}/commands`;
  const server = await startReceiver((response) => void response.writeHead(307, { location: elsewhere }).end());
  const reply = await submitWith(server.address, { bearer: 'a-secret' });
  expect(reply).toMatchObject({ reason: expect.stringContaining('answered 307') });
  expect([server.received.map(({ url }) => url), provider.seen]).toEqual([['/commands'], []]);
  await server.close();
});

it('D17c knows that nothing was taken where nobody listens', async () => {
  await provider.close();
  expect(await submitWith(provider.url)).toMatchObject({ kind: 'unreachable', surelyNotTaken: true });
});

it('D17c says what is wrong with its files without repeating them', async () => {
  const own = { SHARED_KEY, DEVICE_GATEWAY_URL: 'https://provider.example.com' };
  const secret = 'whsec_c2VjcmV0';
  for (const content of ['{"bearer": "hidden', { bearer: 'two words hidden' }, { token: 'hidden' }]) {
    const file = await write('broken.json', content);
    expect(() => readSettings({ ...own, DEVICE_GATEWAY_CREDENTIALS_FILE: file })).toThrow(file);
    expect(() => readCredentials(file)).not.toThrow(/hidden/);
  }
  const file = await write('secrets.json', [secret]);
  expect(() => readSettings({ ...own, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: file })).toThrow(/24 to 64 bytes/);
  expect(() => readCallbackSecrets(file)).not.toThrow(secret);
  await chmod(file, 0o666);
  expect(() => readCallbackSecrets(file)).toThrow(`${file} may be written by every user`);
});
