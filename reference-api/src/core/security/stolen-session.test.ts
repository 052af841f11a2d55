import { newTransactionId } from '@device-console/shared-lib/crypto';
import { noHeads } from '../../modules/audit-chain/heads.ts';
import { sealRows } from '../../modules/audit-chain/sealer.ts';
import { verifyChain } from '../../modules/audit-chain/verify-chain.ts';
import { standardOf } from '../configuration/named-numbers.ts';
import { budgetTable } from '../../modules/budgets/budget-table.ts';
import { HOUR, isoTime, MINUTE } from '../time/clock.ts';
import { RecordingGateway } from '../../testing/recording-gateway.ts';
import { fillDevices } from '../../testing/report-rows.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { beginBatch, registerBatch, sendChunk, type TestBatch } from '../../testing/test-batch.ts';
import { PASSWORD } from '../../testing/test-data.ts';
import { addApp, beginLogin, endLogin, factorOptions, nextCode, sessionOf } from '../../testing/test-factors.ts';
import { newMember, type Member } from '../../testing/test-member.ts';
import { databases } from '../../testing/databases.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const RELEASES = 5_000;
const CHUNK = 50;
/** Commands of an account in an hour from which its sending is paused. */
const BRAKE = 70;
const NEW = 'green umbrella nine';

const imeiOf = (row: number): string => `35${String(row).padStart(13, '0')}`;
const imeis = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => imeiOf(index + 1));

type Row = Readonly<Record<string, unknown>>;

describe.each(databases)('a stolen session on $name', ({ start }) => {
  const gateway = new RecordingGateway({});
  let api: TestApi;
  let owner: Member;
  let superadmin: Session;
  let second: Session;
  let thief: Session;
  let stolenAt: string;
  let releases: TestBatch;
  let locks: TestBatch;
  const runs = { releases: '', locks: '' };
  const loot = { key: '', seed: '', ticket: '', link: '', handle: '' };

  beforeAll(async () => {
    api = await start({
      ...factorOptions,
      factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'off' },
      ...{ gateway, stepUpRows: 100, approvals: { policy: { release: 1 }, hours: 24 } },
      budgets: { ...standardOf(budgetTable), 'rise-least': BRAKE },
    });
    await fillDevices(api.store, RELEASES);
    owner = await newMember(api, 'ADMIN');
    const { token, email } = await owner.logIn();
    api.clock.advance(HOUR);
    superadmin = await (await newMember(api, 'SUPERADMIN')).logIn();
    second = await (await newMember(api, 'ADMIN')).logIn();
    stolenAt = isoTime(api.clock.now());
    thief = sessionOf(api, email, token);
  });
  afterAll(() => api.close());

  const linkTo = (email: string) =>
    /\/(?:invitation|resetPassword)\/([\w-]+)/.exec(
      api.mails.findLast(({ to, text }) => to === email && /\/(invitation|resetPassword)\//.test(text))?.text ?? '',
    )?.[1] ?? '';
  const sentOf = (action: string) => gateway.sent.filter((command) => command.action === action).length;
  const chunkOf = ({ items }: TestBatch, number: number) => items.slice(number * CHUNK, (number + 1) * CHUNK);
  const work = async () => {
    while ((await api.worker.runOnce()) > 0);
  };
  const releaseRequest = async () =>
    ((await second.call('approvals')).answer['items'] as Row[]).find(({ batchId }) => batchId === releases.batchId);

  /** The token alone cannot release anything: its holder is asked for the password. */
  async function useTheToken(): Promise<void> {
    const list = { imeilist: imeis(RELEASES).join(), action: 'release' };
    const refused = await thief.call('updateCommandOnServer', list);
    expect([refused.status, refused.answer['challenge']]).toEqual([403, { kind: 'proof', offers: ['password'] }]);
    expect((await thief.call('proveIdentity', { password: PASSWORD })).answer['status']).toBe('success');
  }

  /** With the password too, the thief makes a key, adds a factor, and makes an account. */
  async function settleIn(): Promise<void> {
    const key = await thief.call('generateKey', { key_name: 'Nightly', user_id: owner.email });
    loot.key = String(key.answer['key']);
    loot.seed = (await addApp(api, thief, 'My phone')).secret;
    const made = { email: 'accomplice@example.com', phone: '4000000001', password: NEW, permissions: [] };
    expect((await thief.call('addUser', made)).answer['status']).toBe('success');
  }

  /** A release of 5,000 waits for a second person, which the thief is not: nothing is sent. */
  async function askForReleases(): Promise<void> {
    releases = await registerBatch(thief, imeis(RELEASES), 'release');
    runs.releases = await beginBatch(thief, releases);
    const held = await sendChunk(thief, releases, chunkOf(releases, 0), runs.releases);
    expect([held.status, held.answer['reason']]).toEqual([429, 'approval']);
    const request = await releaseRequest();
    expect(request).toMatchObject({ asker: owner.email, devices: RELEASES, state: 'waiting' });
    const approve = { id: String(request?.['id']), decision: 'approve' };
    expect((await thief.call('decideApproval', approve)).answer['message']).toBe(
      'You asked for this yourself. Somebody else has to decide.',
    );
    const byKey = await api.call('lockNotification', { imei: imeiOf(1), action: 'release' }, { token: loot.key });
    expect(byKey.answer).toMatchObject({ status: 'error', reason: 'approval' });
    await work();
    expect(gateway.sent).toEqual([]);
  }

  /** A batch of locks, which needs no approval, is paused after two chunks. */
  async function sendLocks(): Promise<void> {
    locks = await registerBatch(thief, imeis(3 * CHUNK));
    runs.locks = await beginBatch(thief, locks);
    expect((await sendChunk(thief, locks, chunkOf(locks, 0), runs.locks)).status).toBe(200);
    await work();
    expect((await sendChunk(thief, locks, chunkOf(locks, 1), runs.locks)).status).toBe(200);
    const held = await sendChunk(thief, locks, chunkOf(locks, 2), runs.locks);
    expect([held.status, held.answer['reason']]).toEqual([429, 'paused']);
    await waitUntil('a superadmin is told', async () => {
      const subject = api.mails.findLast(({ to }) => to === superadmin.email)?.subject;
      return subject === `Device Console: sending of ${owner.email} is paused` ? undefined : `last: ${subject}`;
    });
  }

  /** One call of a superadmin takes all of it away, and says what phones have received. */
  async function contain(): Promise<void> {
    api.clock.advance(MINUTE);
    loot.ticket = (await beginLogin(api, owner)).challenge.ticket;
    loot.handle = String((await api.call('forgotPassword', { email: owner.email })).answer['token']);
    loot.link = linkTo(owner.email);
    const body = { email: owner.email, since: stolenAt, reason: 'She sees releases that she did not ask for' };
    expect((await superadmin.call('containAccount', body)).answer).toMatchObject({
      ...{ status: 'success', sessions: 1, keys: 1, factors: 1, codes: 10, logins: 1, links: 1 },
      ...{ cancelled: CHUNK, batches: 2, requests: 2, withdrawn: 0 },
      sent: [{ action: 'lock', count: CHUNK }],
      changes: [
        { call: 'addUser.php', count: 1 },
        { call: 'confirmTotp.php', count: 1 },
        { call: 'generate_key.php', count: 1 },
      ],
      accounts: [{ email: 'accomplice@example.com', contained: 'yes' }],
    });
  }

  /** Token, key, factor, password, half-open login, mailed link and the new account all stop working. */
  async function tryEverything(): Promise<void> {
    expect((await thief.call('homeData')).status).toBe(401);
    expect((await sendChunk(thief, releases, chunkOf(releases, 0), runs.releases)).status).toBe(401);
    const byKey = await api.call('lockNotification', { imei: imeiOf(1), action: 'lock' }, { token: loot.key });
    expect(byKey.status).toBe(401);
    const byFactor = await endLogin(api, loot.ticket, { code: nextCode(api, loot.seed) });
    expect(byFactor.answer['message']).toBe('This login took too long, or was ended. Please log in again.');
    const byPassword = await api.call('login', { email: owner.email, password: PASSWORD });
    expect(byPassword.answer['message']).toBe('Invalid email or password');
    const reset = { token: loot.link, requestToken: loot.handle, newPassword: NEW };
    expect((await api.call('resetPassword', reset)).answer['message']).toMatch(/no longer valid/);
    const accomplice = await api.call('login', { email: 'accomplice@example.com', password: NEW });
    expect(accomplice.answer['status']).toBe('error');
  }

  /** None of the 5,000 is released; of the locks only those sent before. */
  async function expectNothingMoreSent(): Promise<void> {
    const request = await releaseRequest();
    expect(request).toMatchObject({ state: 'refused', decider: superadmin.email });
    const approve = { id: String(request?.['id']), decision: 'approve' };
    expect((await second.call('decideApproval', approve)).answer['status']).toBe('error');
    await work();
    expect([sentOf('release'), sentOf('lock')]).toEqual([0, CHUNK]);
    const byStatus = await api.store.db
      .selectFrom('commands')
      .select((select) => ['status', select.fn.countAll<number>().as('count')])
      .where('account_id', '=', owner.id)
      .groupBy('status')
      .orderBy('status')
      .execute();
    expect(byStatus).toEqual([
      { status: 'acknowledged', count: CHUNK },
      { status: 'cancelled', count: CHUNK },
    ]);
  }

  /** The audit has all of it in order, and its chain verifies. */
  async function expectStoryInAudit(): Promise<void> {
    const rows = await api.store.db
      .selectFrom('audit_log')
      .select(['email', 'call', 'outcome', 'imei'])
      .where('at', '>=', stolenAt)
      .where('email', 'in', [owner.email, superadmin.email, 'accomplice@example.com'])
      .orderBy('id')
      .execute();
    const story = rows.filter(({ imei }) => imei === '').map(({ call, outcome }) => `${call} ${outcome}`);
    expect(story.slice(story.indexOf('updateCommandOnServer.php refused'))).toEqual(STORY);
    expect(rows.filter(({ call, imei }) => call === 'getimeidetails.php' && imei !== '')).toHaveLength(2 * CHUNK);
    while ((await sealRows(api.store.db, api.clock)) > 0);
    expect(await verifyChain(api.store.db, noHeads)).toMatchObject({ unsealed: 0 });
  }

  /** The owner is let in again and works, once a superadmin has lifted the pause. */
  async function letTheOwnerIn(): Promise<void> {
    const enabled = await superadmin.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' });
    expect(enabled.answer['message']).toBe(
      `User is ACTIVE now. A link to choose a password is on its way to ${owner.email}. Sending is still paused; ` +
        'lift the pause under Operations',
    );
    const set = { token: linkTo(owner.email), newPassword: 'seven quiet lanterns' };
    expect((await api.call('acceptInvitation', set)).answer['status']).toBe('success');
    const { answer } = await api.call('login', { email: owner.email, password: 'seven quiet lanterns' });
    const again = sessionOf(api, owner.email, answer['token']);
    await superadmin.call('liftCommandPause', { email: owner.email });
    const lock = { imei: imeiOf(RELEASES), action: 'lock' };
    expect((await again.call('lockNotification', lock)).answer['status']).toBe('success');
    const resumed = await sendChunk(again, releases, chunkOf(releases, 0), runs.releases, newTransactionId());
    expect([resumed.status, resumed.answer['holder']]).toEqual([409, superadmin.email]);
  }

  it('S18 S32 S34 S35 S36 C11 C14 A5 A6 releases nothing, one call takes it whole, its owner works again', async () => {
    for (const step of [useTheToken, settleIn, askForReleases, sendLocks, contain, tryEverything]) await step();
    for (const step of [expectNothingMoreSent, expectStoryInAudit, letTheOwnerIn]) await step();
  });
});

/** The audit's rows of the theft in order, without the batches' devices. */
const STORY = [
  // First with the token alone, then with the password.
  ...['updateCommandOnServer.php refused', 'proveIdentity.php success'],
  ...['generate_key.php success', 'addTotp.php success', 'confirmTotp.php success', 'addUser.php success'],
  // The waiting release, and the thief's attempt to approve it.
  ...['bulkReleaseCopy.php success', 'updateCommandOnServer.php success', 'batchClaim.php success'],
  'decideApproval.php error',
  // The locks, and the pause.
  ...['bulkLockCopy.php success', 'updateCommandOnServer.php success', 'batchClaim.php success'],
  ...['commandPause success', 'batchItems.php refused'],
  ...['login.php success', 'forgotPassword.php success'],
  'containAccount.php success',
  // Later attempts: token, batch, key, password, and the new account.
  ...['homeData.php refused', 'batchItems.php refused', 'locknotification.php refused'],
  ...['login.php refused', 'login.php refused'],
];
