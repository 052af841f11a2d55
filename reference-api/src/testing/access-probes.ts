import {
  calls,
  commandList,
  type CallAccess,
  type CallDefinition,
  type Command,
} from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import fc from 'fast-check';
import * as v from 'valibot';
import type { TokenCallName } from '../core/calls/context.ts';
import { services } from '../app/services.ts';
import { bodyArbitrary } from './fuzz/body-arbitrary.ts';
import { ENROLLED } from './test-data.ts';

export interface Probe {
  readonly title: string;
  readonly path: string;
  readonly access: CallAccess;
  /** The command that it names, whose permission it needs (D20). */
  readonly command?: Command;
  readonly name: TokenCallName | 'copy' | 'files';
  /** The fields of a copy are texts. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls for batches of any command, which need what the call of one of their items needs (D2c, D9). */
const ofItems: ReadonlySet<TokenCallName> = new Set<TokenCallName>(['batchItems', 'batchCheck', 'batchClaim']);

/** Values of fields with which most calls succeed; of the others any that the call accepts will do. */
const known: Readonly<Record<string, unknown>> = {
  imei: ENROLLED[0],
  imeilist: ENROLLED[0],
  message: 'Hello',
  report: 'lock',
  startdate: '2026-11-01',
  enddate: '2026-11-20',
  id: '1',
  email: 'new@example.com',
  phone: '9876543210',
  permissions: [],
  keyId: '9',
  status: 'ACTIVE',
  filter: { state: 'queued' },
  decision: 'cancel',
  reason: 'A mistake',
  role: 'USER',
  // The right one would end the caller's other sessions and keys.
  currentPassword: 'a wrong password',
};

/** Returns a body that the call accepts, the same each time, with the fields that it needs. */
function sampleBody(name: TokenCallName, command?: Command): Probe['body'] {
  const { body: schema }: CallDefinition = calls[name];
  const [sample = {}] = fc.sample(bodyArbitrary(schema), { seed: 1, numRuns: 1 });
  const named: typeof known = { ...known, action: command?.variants[0].action, statusOf: command?.batch?.statusOf };
  const fits = (field: string, value: unknown) => v.is(schema, { ...sample, [field]: value });
  const body = Object.entries(sample)
    .filter(([field]) => field in known || !fits(field, undefined))
    .map(([field, value]) => [field, fits(field, named[field]) ? named[field] : value]);
  return Object.fromEntries(body);
}

/** The commands that a call can name: those whose row names the call, or that have a batch. */
function commandsOf(name: TokenCallName): readonly Command[] {
  if (name === 'lockNotification') return commandList.filter(({ send }) => send === name);
  if (name === 'getImeiDetails') return commandList.filter(({ batch }) => batch?.dispatch === name);
  return commandList.filter(({ batch }) => batch !== null);
}

function probesOf(name: TokenCallName): readonly Probe[] {
  const { access, path } = calls[name];
  if (access !== 'command') return [{ title: name, path, access, name, body: sampleBody(name) }];
  return commandsOf(name).map((command): Probe => {
    const isOfAction = ofItems.has(name) && command.batch?.dispatch === 'adminLockNotification';
    const needs = isOfAction ? { access: calls.adminLockNotification.access } : { command, access };
    return { title: `${name} ${command.id}`, path, ...needs, name, body: sampleBody(name, command) };
  });
}

/** Every call of the contract with a token, those about commands once per command; every copy call; a file download. */
export const probes: readonly Probe[] = [
  ...(Object.keys(services) as TokenCallName[]).flatMap(probesOf),
  ...copyCalls.map(({ command, call: { path } }): Probe => {
    const body = { level: command.variants[0].choice?.value ?? 'default' };
    return { title: path, path, command, access: 'command', name: 'copy', body };
  }),
  { title: 'files', path: 'files', access: { permission: 'Reports' }, name: 'files', body: {} },
];
