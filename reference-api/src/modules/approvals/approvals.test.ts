import { APPROVALS_PERMISSION } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { expireApprovals, needsApproval } from './ask-approval.ts';
import { permitOnly } from '../demo/prepare-demo.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { listPermissions } from '../../core/store/permissions.ts';
import { DAY, HOUR } from '../../core/time/clock.ts';
import { fresh, shared } from '../../testing/fixtures.ts';
import { startTestApi, type Session } from '../../testing/test-api.ts';
import { beginBatch, registerBatch, sendChunk, sendSingle, statusBody } from '../../testing/test-batch.ts';
import { ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';
import { newMember, type Member } from '../../testing/test-member.ts';
import { databases } from '../../testing/databases.ts';
import { audited } from '../../testing/audited.ts';
import { rowsOf } from '../../testing/rows.ts';

const WAITING = {
  status: 'error',
  reason: 'approval',
  message: 'This command waits for the approval of a second person. Nothing has been sent yet.',
};
const SENT = { status: 'success', message: 'Release Device initiated  successfully.' };

type Row = Readonly<Record<string, unknown>>;

describe.each(databases)('a second person on $name', ({ start }) => {
  const api = shared(() => start({ approvals: { policy: { ALL: 1, release: 1, any: 5 }, hours: 24 } }));
  const asker = fresh(() => newMember(api, 'ADMIN'));
  const asking = fresh(() => asker.logIn());
  const deciding = fresh(async () => (await newMember(api, 'ADMIN')).logIn());
  let used = 0;

  const device = () => ENROLLED[used++ % ENROLLED.length] ?? '';
  const release = (as: Session, imei: string, transactionId = newTransactionId()) =>
    as.call('lockNotification', { imei, action: 'release' }, { transactionId });
  const newestOf = async (as: Session): Promise<Row> =>
    ((await as.call('approvals')).answer['items'] as Row[])[0] ?? {};
  const decide = async (as: Session, decision: string, reason = 'No', id?: unknown) =>
    (await as.call('decideApproval', { id: String(id ?? (await newestOf(as))['id']), decision, reason })).answer;
  /** Asks to release a device; returns the request. */
  async function ask(as: Session = asking) {
    const [imei, id] = [device(), newTransactionId()];
    const again = async () => (await release(as, imei, id)).answer;
    expect(await again()).toEqual(WAITING);
    const request = await newestOf(as);
    return { imei, id, again, request: request['id'] };
  }
  const commandsOf = ({ id }: Member) => rowsOf(api.store, 'commands', { account_id: id });
  const permit = ({ id }: Member, ...names: readonly string[]) => permitOnly(api.store.db, id, names);
  async function releaser() {
    const user = await newMember(api, 'USER');
    await permit(user, 'Release Device');
    return { user, session: await user.logIn() };
  }

  it('C12 keeps a command that the setting names, sends nothing, and the same again waits once', async () => {
    const { imei, again } = await ask();
    expect(await again()).toEqual(WAITING);
    expect(await release(asking, imei)).toMatchObject({ status: 200, answer: WAITING });
    expect(await commandsOf(asker)).toEqual([]);
    const { answer } = await asking.call('approvals');
    const request = { asker: asker.email, action: 'release', imei, devices: 1, state: 'waiting' };
    expect((answer['items'] as Row[]).filter(({ own }) => own === 'yes')).toMatchObject([request]);
    expect((await deciding.call('commandUse')).answer['waiting']).toBeGreaterThanOrEqual(1);
    expect((await asking.call('lockNotification', { imei, action: 'lock' })).answer['status']).toBe('success');
    await decide(deciding, 'refuse');
  });

  it.each([
    [UNKNOWN, 'No device with IMEI'],
    [RELEASED, 'is released and takes no more commands'],
  ])('C12 what could not be sent anyway is refused now: %s', async (imei, message) => {
    expect((await release(asking, imei)).answer['message']).toContain(message);
    expect((await newestOf(asking))['imei']).not.toBe(imei);
  });

  it('C15 is of use to who may decide, or has asked for something', async () => {
    const use = async (as: Session) => (await as.call('commandUse')).answer['approvals'];
    const { session } = await releaser();
    expect([await use(deciding), await use(session)]).toEqual(['yes', '']);
    await release(session, device());
    expect(await use(session)).toBe('yes');
    expect((await session.call('approvals')).answer).toMatchObject({ off: '' });
  });

  it('C13 an approved command is carried out once under its own id, and names both people', async () => {
    const { imei, id, again, request } = await ask();
    const second = await (await newMember(api, 'ADMIN')).logIn();
    const decisions = await Promise.all([deciding, second].map((as) => decide(as, 'approve', '', request)));
    expect(decisions.map(({ status }) => status).toSorted()).toEqual(['error', 'success']);
    const winner = decisions[0]?.['status'] === 'success' ? deciding.email : second.email;
    const command = { transaction_id: id, imei, user_email: asker.email, approved_by: winner, interface: 'S' };
    expect(await commandsOf(asker)).toMatchObject([command]);
    expect(await again()).toEqual(SENT);
    expect(await commandsOf(asker)).toHaveLength(1);
    expect(await newestOf(asking)).toMatchObject({ state: 'approved', decider: winner });
    const done = await audited(api.store, { transaction_id: id, outcome: 'success' });
    expect(done.at(-1)).toMatchObject({ email: asker.email, detail: expect.stringContaining(`Approved by ${winner}`) });
  });

  it('C13 who asked never decides, by session or key, nor does anybody without the right', async () => {
    const { answer } = await asking.call('generateKey', { key_name: 'ERP', user_id: asker.email });
    const imei = device();
    const byKey = await api.call('lockNotification', { imei, action: 'release' }, { token: String(answer['key']) });
    expect(byKey.answer).toEqual(WAITING);
    const request = await newestOf(asking);
    expect(request).toMatchObject({ own: 'yes', via: 'key' });
    expect(await decide(asking, 'approve', '', request['id'])).toMatchObject({
      message: 'You asked for this yourself. Somebody else has to decide.',
    });
    const viewer = await newMember(api, 'USER');
    const looking = await viewer.logIn();
    expect((await looking.call('decideApproval', { id: String(request['id']), decision: 'approve' })).status).toBe(403);
    expect((await looking.call('approvals')).answer['items']).toEqual([]);
    await permit(viewer, APPROVALS_PERMISSION);
    expect(await decide(looking, 'approve', '', request['id'])).toMatchObject({ status: 'success' });
    expect(await commandsOf(asker)).toMatchObject([{ imei, interface: 'A', approved_by: viewer.email }]);
  });

  it.each([
    ['disabled', 'The account of who asked is disabled or deleted. Nothing was sent.'],
    ['without the permission', 'Who asked may not send this command any more.'],
  ])('C13 of an account that is %s before the approval nothing is sent, for good', async (how, why) => {
    const { user, session } = await releaser();
    const { request } = await ask(session);
    const disabling = { email: user.email, status: 'INACTIVE' };
    if (how === 'disabled') await (await api.as('superadmin')).call('updateUserStatus', disabling);
    else await permit(user);
    expect(await decide(deciding, 'approve', '', request)).toEqual({ status: 'error', message: why });
    expect(await newestOf(deciding)).toMatchObject({ state: 'failed', why });
    expect(await decide(deciding, 'approve', '', request)).toMatchObject({ status: 'error' });
    expect(await commandsOf(user)).toEqual([]);
  });

  it('C13 a refusal is final, and the same call is told who refused and why', async () => {
    const { again, request } = await ask();
    expect(await decide(deciding, 'refuse', 'Still in arrears')).toMatchObject({ status: 'success' });
    const told = `${deciding.email} has not approved this: Still in arrears. Nothing was sent.`;
    expect(api.mails.at(-1)).toMatchObject({ to: asker.email, text: expect.stringContaining(told) });
    expect(await again()).toEqual({ status: 'error', message: told });
    expect(await decide(deciding, 'approve', '', request)).toMatchObject({ status: 'error' });
    expect(await commandsOf(asker)).toEqual([]);
  });

  it('C13 what nobody decides within its hours expires', async () => {
    const { imei, id, request } = await ask();
    api.clock.advance(DAY);
    const [later, other] = [await asker.logIn(), await (await newMember(api, 'ADMIN')).logIn()];
    expect(await newestOf(later)).toMatchObject({ state: 'expired' });
    expect(await decide(other, 'approve', '', request)).toMatchObject({
      message: 'This request is expired already. Please reload the list.',
    });
    await expireApprovals(api.store.db, api.clock);
    expect((await release(later, imei, id)).answer).toEqual({
      status: 'error',
      message: 'Nobody approved this in time. Nothing was sent; ask again.',
    });
    expect((await release(later, imei)).answer).toEqual(WAITING);
    await decide(other, 'refuse');
  });

  it('C12 C13 a command to ALL waits for another superadmin', async () => {
    const [one, other] = [await newMember(api, 'SUPERADMIN'), await newMember(api, 'SUPERADMIN')];
    const [first, second] = [await one.logIn(), await other.logIn()];
    const toAll = { imei: 'ALL', action: 'REBOOT', reason: 'Night window' };
    expect((await first.call('adminLockNotification', toAll)).answer).toEqual(WAITING);
    expect(await decide(second, 'approve', '')).toMatchObject({ status: 'success' });
    expect(await commandsOf(one)).toMatchObject([{ imei: 'ALL', approved_by: other.email }]);
  });

  it('C14 a batch is sent only after its list was approved, and no other list is, begun or not', async () => {
    const batch = await registerBatch(asking, ENROLLED);
    const another = (imeis: readonly string[]) =>
      asking.call('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId: batch.batchId });
    const refusal = {
      status: 'error',
      message: 'The list of this batch was put before a second person and cannot be another. Begin a new batch.',
    };
    expect((await another(ENROLLED.toReversed())).answer).toEqual(refusal);
    const run = await beginBatch(asking, batch);
    const refused = await sendChunk(asking, batch, batch.items, run);
    expect(refused).toMatchObject({ status: 429, answer: { status: 'error', reason: 'approval' } });
    expect(refused.headers['retry-after']).toBe('30');
    const single = { row: 1, imei: '', transactionId: '', ...batch.items[0] };
    expect((await sendSingle(asking, batch, single, run)).status).toBe(429);
    expect((await another([...ENROLLED, UNKNOWN])).answer).toMatchObject({ status: 'error' });
    expect(await newestOf(deciding)).toMatchObject({ batchId: batch.batchId, devices: 8, action: 'lock', imei: '' });
    expect(await decide(deciding, 'approve', '')).toMatchObject({ status: 'success' });
    const { answer } = await sendChunk(asking, batch, batch.items, run);
    expect((answer['items'] as Row[]).map(({ message }) => message)).toEqual(ENROLLED.map(() => 'found'));
    const approved = ENROLLED.map((imei) => ({ imei, approved_by: deciding.email }));
    expect(await commandsOf(asker)).toMatchObject(approved);
    await sendChunk(asking, batch, batch.items, run);
    expect(await commandsOf(asker)).toHaveLength(ENROLLED.length);
  });

  it('C14 each row of a refused batch says so, nothing is sent, and the batch can end', async () => {
    const batch = await registerBatch(asking, ENROLLED);
    const run = await beginBatch(asking, batch);
    await decide(deciding, 'refuse', 'Wrong month');
    const { answer } = await sendChunk(asking, batch, batch.items, run);
    const message = `${deciding.email} has not approved this: Wrong month. Nothing was sent.`;
    expect(answer['items']).toEqual(ENROLLED.map((_, index) => ({ row: index + 1, outcome: 'refused', message })));
    expect(await commandsOf(asker)).toEqual([]);
    const ended = await asking.call('updateStatusOnServer', statusBody(batch, 'complete'));
    expect(ended.answer).toMatchObject({ status: 'success' });
  });

  it('C14 items of no list that a second person saw are refused in words, in one row of the audit', async () => {
    const alone = { imei: device(), action: 'release', filename: 'a.csv' };
    const message = 'This needs the approval of a second person. Send it as a batch of the console, or alone.';
    expect((await asking.call('getImeiDetails', alone)).answer).toEqual({ status: 'error', message });
    const batch = await registerBatch(asking, ENROLLED);
    const { answer } = await sendChunk(asking, batch, batch.items);
    expect((answer['items'] as Row[]).map(({ outcome }) => outcome)).toEqual(ENROLLED.map(() => 'refused'));
    const ids = new Set(batch.items.map(({ transactionId }) => transactionId));
    const rows = (await audited(api.store)).filter((row) => ids.has(row.transaction_id));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['error']);
    expect(await commandsOf(asker)).toEqual([]);
    api.clock.advance(HOUR);
  });
});

it.each(['any', 'deviceAction', 'ALL'])('C12 ALL is all devices, also where %s alone is named', (name) => {
  expect(needsApproval({ [name]: 1_000_000 }, 'deviceAction', 'ALL')).toBe(true);
  expect(needsApproval({ [name]: 1_000_000 }, 'deviceAction', 1)).toBe(false);
});

describe('the right to approve', () => {
  const email = 'second.person@example.com';
  const person = { email, phone: '5550100001' };
  const password = 'green umbrella nine';
  const refusal = { status: 'error', message: 'Only a superadmin can give the permission Approvals.' };

  const api = fresh(() => startTestApi());

  it('C15 superadmins alone give the right to approve; admins change the rest of who has it', async () => {
    const [admin, superadmin] = [await api.as('admin'), await api.as('superadmin')];
    const right = (await listPermissions(api.store.db)).find(({ name }) => name === APPROVALS_PERMISSION);
    const permissions = [right?.id ?? 0];
    expect((await admin.call('addUser', { ...person, password, permissions })).answer).toEqual(refusal);
    expect((await admin.call('inviteUser', { ...person, permissions })).answer).toEqual(refusal);
    expect(await findAccountByEmail(api.store.db, email)).toBeUndefined();

    const added = await admin.call('addUser', { ...person, password, permissions: [] });
    expect(added.answer).toMatchObject({ status: 'success' });
    const id = String((await findAccountByEmail(api.store.db, email))?.id);
    expect((await admin.call('updateUser', { ...person, id, permissions })).answer).toEqual(refusal);
    expect((await superadmin.call('updateUser', { ...person, id, permissions })).answer['status']).toBe('success');
    const moved = { ...person, phone: '5550100002', id, permissions };
    expect((await admin.call('updateUser', moved)).answer).toMatchObject({ status: 'success' });
  });

  it('C15 where nothing waits for a second person the list says so, and is of use to nobody', async () => {
    const admin = await api.as('admin');
    expect((await admin.call('approvals')).answer).toMatchObject({ items: [], off: 'yes' });
    expect((await admin.call('commandUse')).answer).toMatchObject({ approvals: '' });
  });
});
