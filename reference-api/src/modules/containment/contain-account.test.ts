import { containmentFixture, NEW, REASON } from '../../testing/containment-fixture.ts';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { HOUR, isoTime, MINUTE } from '../../core/time/clock.ts';
import { addApp, beginLogin, endLogin } from '../../testing/test-factors.ts';
import { newMember } from '../../testing/test-member.ts';
import { databases } from '../../testing/databases.ts';
import { audited } from '../../testing/audited.ts';

describe.each(databases)('containment on $name', ({ startInstances }) => {
  const { clock, now, contain, keyOf, byKey, logIn, rowOf, add, invite, letIn, api, help, superadmin, owner } =
    containmentFixture(startInstances);

  it('S32 one call takes sessions, keys, half-open logins, links, password, and the factors since', async () => {
    const session = await owner.logIn();
    const own = await addApp(api, session, 'Phone');
    clock.advance(HOUR);
    const since = now();
    await addApp(api, session, 'Phone of a thief');
    const key = await keyOf(session);
    const { challenge } = await beginLogin(api, owner);
    const handle = (await api.call('forgotPassword', { email: owner.email })).answer['token'];
    const link = api.linkTo(owner.email);
    const id = newTransactionId();
    const { answer } = await contain(owner.email, { since }, superadmin, id);
    expect(answer).toMatchObject({
      ...{ status: 'success', since, sessions: 1, keys: 1, factors: 1, codes: 0, logins: 1, links: 1, sent: [] },
      ...{ accounts: [], cancelled: 0, batches: 0 },
      changes: [
        { call: 'confirmTotp.php', count: 1 },
        { call: 'generate_key.php', count: 1 },
      ],
    });
    expect((await contain(owner.email, { since }, superadmin, id)).answer).toEqual(answer);
    expect([(await session.call('homeData')).status, (await byKey(key)).status]).toEqual([401, 401]);
    expect((await endLogin(api, challenge.ticket, { recoveryCode: own.codes[0] })).answer['status']).toBe('error');
    const reset = { token: link, requestToken: handle, newPassword: NEW };
    expect((await api.call('resetPassword', reset)).answer['status']).toBe('error');
    expect([await logIn(owner), await logIn(owner, NEW)]).toEqual(['error', 'error']);
    expect(await rowOf(owner.email)).toMatchObject({
      contained: 'yes',
      userstatus: 'INACTIVE',
      second_factor: 'yes',
    });
    const again = (await contain(owner.email)).answer;
    expect(again).toMatchObject({ status: 'success', sessions: 0, keys: 0, factors: 1, codes: 10 });
    expect(help.mails.findLast(({ to }) => to === owner.email)?.text).toContain('in the wrong hands');
  });

  it('S32 the audit has one row of it, with whom, why, since when and what was taken', async () => {
    await owner.logIn();
    await contain(owner.email);
    expect(await audited(help.store, { call: 'containAccount.php', email: superadmin.email })).toMatchObject([
      {
        outcome: 'success',
        said: {
          ...{ account: owner.email, reason: REASON },
          message: expect.stringContaining(`${owner.email} is contained. sessions ended: 1. Commands since `),
        },
      },
    ]);
  });

  it('S32 superadmins alone contain, not themselves, with a reason, and no time that lies ahead', async () => {
    const admin = await owner.logIn();
    expect((await contain(superadmin.email, {}, admin)).status).toBe(403);
    for (const [email, more, text] of [
      [superadmin.email, {}, /^You cannot contain your own account\. Ask another superadmin/],
      ['nobody@example.com', {}, /^There is no such user/],
      [owner.email, { reason: ' ' }, /^Please give a reason/],
      [owner.email, { since: isoTime(new Date(clock.now().getTime() + HOUR)) }, /^The time lies ahead/],
    ] as const)
      expect((await contain(email, more)).answer).toMatchObject({
        ...{ status: 'error', message: expect.stringMatching(text) },
      });
    expect((await admin.call('homeData')).status).toBe(200);
  });

  it('S32 of two superadmins who contain each other at the same moment one is left', async () => {
    const other = await (await newMember(api, 'SUPERADMIN')).logIn();
    const replies = await Promise.all([contain(other.email), contain(superadmin.email, {}, other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const homes = [await superadmin.call('homeData'), await other.call('homeData')];
    expect(homes.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('S35 the accounts that it made since, and those that they made, are contained with it', async () => {
    const thief = await (await newMember(api, 'SUPERADMIN')).logIn();
    const before = add(thief);
    await before.reply;
    clock.advance(MINUTE);
    const since = now();
    const made = add(thief);
    await made.reply;
    await thief.call('changeRole', { email: made.email, role: 'ADMIN' });
    const { token } = (await api.call('login', { email: made.email, password: NEW })).answer;
    const next = api.session(made.email, token);
    await next.call('changePassword', { currentPassword: NEW, newPassword: `${NEW} of its own` });
    const invited = await invite(next);
    expect((await contain(thief.email, { since, made: false })).answer['accounts']).toEqual([
      { email: made.email, contained: '' },
    ]);
    expect((await next.call('homeData')).status).toBe(200);
    const { answer } = await contain(thief.email, { since });
    expect(answer).toMatchObject({
      accounts: [
        { email: made.email, contained: 'yes' },
        { email: invited.email, contained: 'yes' },
      ],
      changes: [
        { call: 'addUser.php', count: 1, named: [{ account: made.email }] },
        { call: 'changePassword.php', count: 1 },
        { call: 'changeRole.php', count: 1, named: [{ account: made.email, at: expect.any(String) }] },
        { call: 'inviteUser.php', count: 1, named: [{ account: invited.email }] },
      ],
    });
    expect((await next.call('homeData')).status).toBe(401);
    const accepted = await api.call('acceptInvitation', { token: invited.link, newPassword: NEW });
    expect(accepted.answer['status']).toBe('error');
    expect([await logIn(made, NEW), await logIn(before, NEW)]).toEqual(['error', 'success']);
  });

  it('S36 C11 a superadmin alone lets the owner in again, by a mailed link; a pause and the rest stay', async () => {
    const session = await owner.logIn();
    const key = await keyOf(session);
    const pause = { account_id: owner.id, paused_at: now(), why: 'far more than usual', lifted_at: null };
    await api.store.db.insertInto('command_pauses').values(pause).execute();
    await contain(owner.email);
    const admin = await (await newMember(api, 'ADMIN')).logIn();
    expect((await admin.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' })).answer).toEqual({
      ...{ status: 'error' },
      message: 'A superadmin has contained this account. Only a superadmin can let it in again.',
    });
    const again = await letIn(owner);
    expect(again.answer).toEqual({
      ...{ status: 'success' },
      message:
        `User is ACTIVE now. A link to choose a password is on its way to ${owner.email}. ` +
        'Sending is still paused; lift the pause under Operations',
    });
    expect(await rowOf(owner.email)).toMatchObject({ contained: '', userstatus: 'ACTIVE', invitation: '' });
    expect((await again.session.call('homeData')).status).toBe(200);
    expect([(await session.call('homeData')).status, (await byKey(key)).status]).toEqual([401, 401]);
    expect(await logIn(owner)).toBe('error');
  });
});
