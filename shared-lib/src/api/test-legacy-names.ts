import type * as v from 'valibot';
import { calls, type CallDefinition } from '../contract/index.ts';
import { parseConfig } from '../contract/server.ts';
import { createFakeApi, FakeReply } from '../testing/index.ts';

export const uuid = '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6';
const samples: Readonly<Record<string, unknown>> = {
  imei: '004999010640000',
  imei1: '004999010640000',
  action: 'lock',
  batchId: uuid,
  run: uuid,
  row: 1,
  isComplete: 'complete',
  status: 'ACTIVE',
  startdate: '2026-01-01',
  enddate: '2026-01-02',
  match: 'ALL',
  caseType: 'Pre',
  permissions: [1],
  days: 30,
  commands: ['lock'],
  networks: ['192.0.2.1'],
  per_minute: 5,
  limit: 10,
  everyone: true,
};

/** A value for every field that the call's schema has, so that a new field is seen here. */
export function fullBody(name: string, { body }: CallDefinition): Record<string, unknown> {
  const { entries } = body as v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };
  const own: Readonly<Record<string, unknown>> =
    { formattedDevice: { action: 'formatteddevice' }, updateKeyStatus: { status: 'active' } }[name] ?? {};
  return { ...Object.fromEntries(Object.keys(entries).map((field) => [field, samples[field] ?? 'text'])), ...own };
}

/** A back end that knows only the specification, whose names for things are these. */
export function legacy(names: object = {}, more: Parameters<typeof createFakeApi>[0] = {}) {
  const config = parseConfig({ sharedKey: 'sixteen letters!', names });
  return createFakeApi({ codec: 'legacy-cryptojs', names: config.names, ...more });
}

/** Success, with every list that any call has. */
const lists = Object.fromEntries(
  ['items', 'commanditems', 'permissions', 'registration', 'release', 'commands', 'deenroll'].map((name) => [
    name,
    null,
  ]),
);
const answer = () => new FakeReply(JSON.stringify({ status: 'SUCCESS', message: 'ok', ...lists }));
/** Answers every call. */
export const answers = Object.fromEntries([...Object.keys(calls), 'copy'].map((name) => [name, answer]));
