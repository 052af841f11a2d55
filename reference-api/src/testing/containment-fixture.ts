import { createEnvelopeCodec, newTransactionId, type EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { AppOptions } from '../app/app.ts';
import { isoTime, MINUTE } from '../core/time/clock.ts';
import type { Gate } from './gate.ts';
import { rowsOf } from './rows.ts';
import { SHARED_KEY, type Session, type TestApi } from './test-api.ts';
import { TestClock } from './test-clock.ts';
import { ENROLLED, PASSWORD, plainPasswords } from './test-data.ts';
import { factorOptions } from './test-factors.ts';
import { newMember, type Member } from './test-member.ts';
import { endsOf, fresh, shared } from './fixtures.ts';

export const REASON = 'Seen in a forum';
export const SLOW_PASSWORD = 'a password that takes its time';
export const NEW = 'green umbrella nine';
export const [imei = '', second = ''] = ENROLLED;
let phones = 5_000_000_000;

export type Row = Readonly<Record<string, unknown>>;
/** Starts the API, once or as two instances on one database. */
export type Start = (more: Partial<AppOptions>) => Promise<readonly TestApi[]>;

/** Gates that stop an admitted call before its body is read, and another call in the middle of its transaction. */
export const stops: { call?: { readonly id: string; readonly gate: Gate }; hash?: Gate | undefined } = {};

async function stoppingCodec(): Promise<EnvelopeCodec> {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  return {
    ...codec,
    seal: (...args) => codec.seal(...args),
    async open(sealed, context) {
      if (stops.call?.id === context.transactionId) await stops.call.gate.pass();
      return codec.open(sealed, context);
    },
  };
}

const stoppingPasswords: typeof plainPasswords = {
  ...plainPasswords,
  async hash(password) {
    if (password === SLOW_PASSWORD) await stops.hash?.pass();
    return plainPasswords.hash(password);
  },
};

/** Sets up two accounts, one that contains the other, on a console that is started once or as two instances. */
export function containmentFixture(start: Start) {
  const clock = new TestClock();
  const apis = shared(async () => {
    const started = await start({
      ...factorOptions,
      factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'offered' },
      approvals: { policy: { release: 1, lock: 3 }, hours: 24 },
      ...{ clock, codec: await stoppingCodec(), passwords: stoppingPasswords },
    });
    return started.map((one): TestApi => ({ ...one, clock }));
  });
  const [api, help] = endsOf(apis);
  const superadmin = fresh(async () => (await newMember(help, 'SUPERADMIN')).logIn());
  const owner = fresh(() => newMember(api, 'ADMIN'));
  beforeEach(() => clock.advance(MINUTE));

  const now = () => isoTime(clock.now());
  const contain = (email: string, more: object = {}, by = superadmin, transactionId = newTransactionId()) =>
    by.call('containAccount', { email, reason: REASON, ...more }, { transactionId });
  const lock = (session: Session, device = imei, transactionId = newTransactionId()) =>
    session.call('lockNotification', { imei: device, action: 'lock' }, { transactionId });
  const keyOf = async (session: Session) =>
    String((await session.call('generateKey', { key_name: 'ERP', user_id: session.email })).answer['key']);
  const byKey = (token: string) => api.call('lockNotification', { imei, action: 'lock' }, { token });
  const logIn = async ({ email }: Pick<Member, 'email'>, password = PASSWORD) =>
    (await api.call('login', { email, password })).answer['status'];
  const rowOf = async (email: string) =>
    ((await superadmin.call('getUsers')).answer['items'] as Row[]).find((row) => row['email'] === email) ?? {};
  const newUser = () => {
    phones += 1;
    return { email: `made-${phones}@example.com`, phone: String(phones), permissions: [] };
  };
  const add = (session: Session, password = NEW) => {
    const body = newUser();
    return { email: body.email, reply: session.call('addUser', { ...body, password }) };
  };
  const invite = async (session: Session) => {
    const body = newUser();
    await session.call('inviteUser', body);
    return { email: body.email, link: api.linkTo(body.email) };
  };
  const commandsOf = ({ id }: Pick<Member, 'id'>) => rowsOf(api.store, 'commands', { account_id: id });
  /** Lets the owner of a contained account in again, who chooses a password by the mailed link. */
  const letIn = async ({ email }: Pick<Member, 'email'>) => {
    const { answer } = await superadmin.call('updateUserStatus', { email, status: 'ACTIVE' });
    const chosen = await api.call('acceptInvitation', { token: help.linkTo(email), newPassword: NEW });
    expect(chosen.answer).toMatchObject({ status: 'success' });
    const { token } = (await api.call('login', { email, password: NEW })).answer;
    return { answer, session: api.session(email, token) };
  };
  return {
    ...{ clock, now, contain, lock, keyOf, byKey, logIn, rowOf, add, invite, commandsOf, letIn },
    ...{ apis, api, help, superadmin, owner },
  };
}
