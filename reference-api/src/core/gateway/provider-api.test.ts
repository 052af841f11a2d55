import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { CALLBACK_SECRET, dispatched, later, settled } from '../../testing/dispatched-api.ts';
import type { Provider } from '../../testing/provider/provider.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { MINUTE } from '../time/clock.ts';
import { createHttpGateway } from './http-gateway.ts';

const [first = '', second = ''] = ENROLLED;

const media = v.object({ 'application/json': v.object({ schema: v.looseObject({}) }) });
const operation = v.object({
  requestBody: v.optional(v.object({ content: media })),
  responses: v.objectWithRest({ '200': v.object({ content: media }) }, v.unknown()),
});
const item = v.record(v.string(), operation);
const document = v.object({
  paths: v.record(v.string(), item),
  webhooks: v.record(v.string(), item),
  components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
});

const api = v.parse(document, parse(readFileSync(join(__dirname, '../../../../docs/provider-api.yaml'), 'utf8')));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'api', components: api.components });

/** Expects that a value fits a part of the document, whose references are to the whole. */
function expectFits(part: object | undefined, value: unknown): void {
  if (!part) throw new Error('The document has no schema for it.');
  const validate = ajv.compile(JSON.parse(JSON.stringify(part).replaceAll('"#/', '"api#/')) as object);
  validate(value);
  expect({ value, errors: validate.errors }).toEqual({ value, errors: null });
}

function expectSpoken({ seen }: Provider): void {
  for (const { method, path, body, status, answer } of seen) {
    const call = api.paths[path]?.[method.toLowerCase()];
    if (body !== undefined) expectFits(call?.requestBody?.content['application/json'].schema, body);
    if (status === 200) expectFits(call?.responses['200'].content['application/json'].schema, answer);
  }
}

const { api: console_, provider, admin, superadmin, send, handOver } = dispatched();

it('D17c every schema of docs/provider-api.yaml can be compiled', () => {
  for (const name of Object.keys(api.components.schemas))
    expect(ajv.compile({ $ref: `api#/components/schemas/${name}` })).toBeInstanceOf(Function);
});

it('D17c docs/provider-api.yaml is what the console says, and what the provider of the tests answers', async () => {
  provider.behave({ refusals: { [second]: 'No such phone.' } });
  await admin.call('lockNotification', { imei: first, action: 'notify', message: 'Pay', caseType: 'Due' });
  await send(second);
  await superadmin.call('adminLockNotification', { imei: 'ALL', action: 'REBOOT', reason: 'Security fix' });
  await settled(console_);
  await later(console_, MINUTE);
  const gateway = createHttpGateway(provider.url);
  const [key = ''] = provider.state.commands.keys();
  const [epoch = ''] = key.split('.');
  const page = await gateway.list(epoch, '');
  const listed = page.kind === 'answered' ? page.answer.commands : [];
  const states = listed.map(({ imei, outcome }) => `${imei} ${outcome.status}`);
  expect(states.toSorted()).toEqual([`${first} accepted`, `${second} failed`, 'ALL accepted']);
  const answer = new Map([['no.such', { status: 'unknown-key' }]]);
  expect(
    await gateway.ask([{ key: 'no.such', imei: first, action: 'lock', isAccepted: false, wasSent: false }]),
  ).toEqual({ kind: 'answered', answer });
  await gateway.close?.();
  expect(new Set(provider.seen.map(({ method, path }) => `${method} ${path}`)).size).toBe(3);
  expectSpoken(provider);
});

it('D17c docs/provider-api.yaml is what a callback says and is answered', async () => {
  const address = await console_.server.listen({ port: 0, host: '127.0.0.1' });
  provider.callBackTo(`${address}/gateway/outcomes`, CALLBACK_SECRET);
  provider.behave({ callbacks: 'on' });
  await handOver(first);
  await provider.execute();
  const told = api.webhooks['outcomes']?.['post'];
  expect(provider.told).toHaveLength(1);
  for (const { body, status, answer } of provider.told) {
    expect(status).toBe(200);
    expectFits(told?.requestBody?.content['application/json'].schema, body);
    expectFits(told?.responses['200'].content['application/json'].schema, answer);
  }
});
