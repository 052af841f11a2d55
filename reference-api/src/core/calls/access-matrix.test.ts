import {
  calls,
  commandList,
  type CallAccess,
  type CallDefinition,
  type Command,
} from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { tokenCalls } from '../../app/calls.ts';
import { makeIdentities, type Identity } from '../../testing/access-identities.ts';
import { bodyArbitrary } from '../../testing/fuzz/body-arbitrary.ts';
import { ENROLLED, people, shared, startTestApi } from '../../testing/index.ts';
import { everyModuleOn } from '../../testing/modules-on.ts';
import type { TokenCallName } from './context.ts';

interface Probe {
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
const probes: readonly Probe[] = [
  ...(Object.keys(tokenCalls) as TokenCallName[]).flatMap(probesOf),
  ...copyCalls.map(({ command, call: { path } }): Probe => {
    const body = { level: command.variants[0].choice?.value ?? 'default' };
    return { title: path, path, command, access: 'command', name: 'copy', body };
  }),
  { title: 'files', path: 'files', access: { permission: 'Reports' }, name: 'files', body: {} },
];

/** The rules of the requirements (N5, D9, D20, D21, D21b), written without the code that enforces them. */
function mayByTheRules({ role, permissions, via }: Identity, { command, access }: Probe): boolean {
  if (via === 'figures key') return access === 'figures' && role === 'SUPERADMIN';
  const permitted = (permission: string) => role !== 'USER' || permissions.includes(permission);
  if (command) return command.title === 'Device Action' ? role === 'SUPERADMIN' : permitted(command.title);
  if (via === 'key') return false;
  if (access === 'session') return true;
  if (access === 'figures') return role === 'SUPERADMIN';
  if (
    typeof access !== 'object' ||
    access.anyPermission ||
    (access.roles === undefined) === (access.permission === undefined)
  )
    throw new Error('A call asks for something that the matrix has no principle for yet: add it to mayByTheRules.');
  return access.roles?.includes(role) ?? permitted(access.permission ?? '');
}

function expected(identity: Identity, probe: Probe): '401' | '403' | 'let in' {
  if (identity.via === 'nothing') return '401';
  return mayByTheRules(identity, probe) ? 'let in' : '403';
}

const permissionOf = ({ command, access }: Probe) =>
  command?.title ?? (typeof access === 'object' ? access.permission : undefined);

/** Answered, they leave no row, because pages repeat them (A5, D40b). Written without the code that enforces it. */
const unaudited: ReadonlySet<Probe['name']> = new Set<Probe['name']>([
  'homeData',
  'homeOverview',
  'commandChanges',
  'ownCommands',
  'endedPreviews',
  'deviceCounts',
  'commandUse',
  'operations',
  'operationsCommands',
  'batchRuns',
  'approvals',
  'ownSessions',
  'keepSession',
  'platformReport',
  'identityOptions',
  'beginSignOnProof',
]);

/** What an answer in words is, where it is no answer of its call. */
const refusal = v.strictObject({ status: v.literal('error'), message: v.string(), reason: v.optional(v.string()) });

/** One way to make each call: others differ only in the command that they name. */
const firsts = [...new Map(probes.toReversed().map((probe) => [probe.name, probe])).values()];

describe.each([
  ['no module on that is off by default', false],
  ['every module on', true],
])('with %s', (_setting, hasModules) => {
  const api = shared(() => startTestApi(undefined, hasModules ? everyModuleOn() : {}));
  const identities = shared(() => makeIdentities(api));
  let callers = 0;

  /** Each from an address of its own, so that no cell counts as a flood of another. */
  function newAddress(): string {
    callers += 1;
    return `198.18.${callers >> 8}.${callers & 255}`;
  }

  /** The status of a call, and whether its answer fits the contract. */
  async function send({ name, path, body }: Probe, token: string | undefined, email: string) {
    const wire = { token, address: newAddress() };
    if (name === 'copy') {
      const file = { name: 'a.csv', content: 'sno,imei1\n' };
      const { status } = await api.upload(path, file, { level: String(body['level']), user: email }, wire);
      return { status, fits: true, said: undefined };
    }
    if (name === 'files') {
      const headers = token === undefined ? {} : { 'x-api-key': token };
      const request = { method: 'GET', url: '/files/lock/a.csv', headers, remoteAddress: wire.address } as const;
      return { status: (await api.server.inject(request)).statusCode, fits: true, said: undefined };
    }
    const own = { ...body, ...('user_id' in body ? { user_id: email } : {}), user: email };
    const { status, answer } = await api.call(name, own, wire);
    const fits = status !== 200 || v.is(calls[name].answer, answer) || v.is(refusal, answer);
    return { status, fits, said: answer['status'] };
  }

  /** Rows that the connection has written so far, and how many of them are the audit's. */
  async function written() {
    const { rows } = await sql<{ all_rows: number; audited: number }>`
      select total_changes() as all_rows, (select max(id) from audit_log) as audited`.execute(api.store.db);
    return rows[0] ?? { all_rows: 0, audited: 0 };
  }

  const lastAudit = () =>
    api.store.db.selectFrom('audit_log').select(['call', 'outcome', 'email']).orderBy('id', 'desc').executeTakeFirst();

  /** Makes a call; returns also how many rows it wrote, and the newest of the audit if that is the only one. */
  async function observed(probe: Probe, token: string | undefined, email: string) {
    const before = await written();
    const sent = await send(probe, token, email);
    const after = await written();
    const rows = after.all_rows - before.all_rows;
    const audit = rows === 1 && after.audited - before.audited === 1 ? await lastAudit() : undefined;
    return { ...sent, rows, audit, audited: after.audited - before.audited };
  }

  /** The result of a cell. Marks a refusal that wrote more than its audit row, or no audit row. */
  async function outcome(identity: Identity, probe: Probe): Promise<string> {
    const { status, fits, rows, audit } = await observed(probe, await identity.token(), identity.email);
    if (!fits) return `${status} with no answer of the contract`;
    if (status !== 401 && status !== 403) return status < 500 ? 'let in' : `failed with ${status}`;
    const isAudited = audit?.call === probe.path && audit.outcome === 'refused';
    return isAudited ? String(status) : `${status}, wrote ${rows} rows, and an audit of ${JSON.stringify(audit)}`;
  }

  /**
   * Everybody whom a call tells apart; of another command, those whom its permission does. With every module on it is
   * enough that the calls are answered.
   */
  function callersOf(probe: Probe): readonly Identity[] {
    const isFirst = firsts.includes(probe);
    const [nothing, ...strangers] = identities.filter(({ via }) => via === 'nothing');
    const inTurn = strangers[probes.indexOf(probe) % strangers.length];
    return identities.filter((one) => {
      if (one.via === 'nothing') return (isFirst && one === nothing) || (one === inTurn && !hasModules);
      if (hasModules)
        return one.via === 'session' && (one.role === 'SUPERADMIN' || one.title.startsWith('matrix-none'));
      if (one.about !== undefined) return one.about === permissionOf(probe) && (isFirst || one.via === 'session');
      if (one.via === 'figures key') return one.role === 'SUPERADMIN' || probe.access === 'figures';
      return (
        isFirst ||
        ((!probe.command || probe.command.title === 'Device Action') && one.via === 'session' && one.role !== 'USER')
      );
    });
  }

  it('D9 the matrix holds every call with a token, and everybody', () => {
    expect(probes.length).toBeGreaterThan(60);
    expect(identities.length).toBe(9 + 2 * (2 * 21 + 4) + 4);
  });

  it.each(hasModules ? firsts : probes)(
    'W3 N5 D9 D21 D21b $title lets in whom the rules let in, and refuses and audits all others',
    async (probe) => {
      const outcomes: Record<string, string> = {};
      const asking = callersOf(probe);
      for (const identity of asking) outcomes[identity.title] = await outcome(identity, probe);
      expect(outcomes).toEqual(
        Object.fromEntries(asking.map((identity) => [identity.title, expected(identity, probe)])),
      );
    },
    60_000,
  );

  it.each(firsts)(
    'A5 D40b $title, answered or refused by its service, is in the audit unless pages repeat it',
    async (probe) => {
      const superadmin = identities.find((one) => one.role === 'SUPERADMIN' && one.via === 'session');
      const { status, said, audited } = await observed(probe, await superadmin?.token(), superadmin?.email ?? '');
      expect([200, 400, 404]).toContain(status);
      expect(audited > 0).toBe(said === 'error' || !unaudited.has(probe.name));
    },
  );

  it.each([
    ['login', { email: people.operator.email, password: 'long enough' }],
    ['forgotPassword', { email: people.operator.email }],
    ['resetPassword', { token: 'never given', newPassword: 'another long enough' }],
  ] as const)('W1 D2a %s, which takes no token, is answered by the contract', async (name, body) => {
    const { status, sealed, answer } = await api.call(name, body, { address: newAddress() });
    expect({ status, sealed }).toEqual({ status: 200, sealed: true });
    expect(v.is(calls[name].answer, answer) || v.is(refusal, answer)).toBe(true);
  });

  const withBody = firsts.filter(({ name }) => name === 'copy' || (name !== 'files' && calls[name].request !== 'none'));

  it.each(withBody)("W4 $title refuses a body in another user's name, a superadmin's too", async (probe) => {
    const superadmin = identities.find((one) => one.role === 'SUPERADMIN' && one.via === 'session');
    const audit = { call: probe.path, outcome: 'refused', email: superadmin?.email };
    const refused = await observed(probe, await superadmin?.token(), people.admin.email);
    expect(refused).toMatchObject({ status: 403, rows: 1, audit });
  });
});
