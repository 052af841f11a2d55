import { containmentFixture, imei, second, SLOW_PASSWORD, stops, type Row } from '../../testing/containment-fixture.ts';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { createGate } from '../../testing/gate.ts';
import type { Session } from '../../testing/test-api.ts';
import { beginBatch, claim, registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { newMember } from '../../testing/test-member.ts';
import { databases } from '../../testing/databases.ts';

describe.each(databases)('the work of a contained account on $name', ({ startInstances }) => {
  const fixture = containmentFixture(startInstances);
  const { clock, now, contain, lock, keyOf, byKey, logIn, add, commandsOf, letIn, rowOf } = fixture;
  const { apis, api, help, superadmin, owner } = fixture;

  const permissionsOf = async (email: string) => {
    const row = await rowOf(email);
    const permissions = String(row['permissions_id']).split(',').filter(Boolean).map(Number);
    return { id: String(row['id']), phone: String(row['phone']), permissions };
  };
  const keyOfOther = async (session: Session) => {
    await keyOf(session);
    const keys = (await session.call('viewKeys')).answer['items'] as Row[];
    return String(keys[0]?.['id']);
  };

  it.each([
    ['a command', (session: Session, id: string) => lock(session, imei, id)],
    [
      'a key',
      (session: Session, transactionId: string) =>
        session.call('generateKey', { key_name: 'ERP', user_id: session.email }, { transactionId }),
    ],
  ])('S33 %s that was let in before and is carried out after is refused', async (_what, ask) => {
    const session = await owner.logIn();
    const gate = createGate();
    const id = newTransactionId();
    stops.call = { id, gate };
    const late = ask(session, id);
    await gate.reached;
    await contain(owner.email);
    gate.open();
    expect((await late).status).toBe(401);
    expect(await commandsOf(owner)).toEqual([]);
    const keys = api.store.db.selectFrom('api_keys').select('id').where('account_id', '=', owner.id);
    expect(await keys.execute()).toEqual([]);
    const refused = api.store.db.selectFrom('audit_log').select('detail').where('transaction_id', '=', id);
    expect(await refused.execute()).toEqual([
      { detail: expect.stringContaining('the access was taken away while the call was under way') },
    ]);
  });

  it('S33 S35 what is in the middle of being written is waited for, and taken with the rest', async () => {
    const session = await owner.logIn();
    const gate = createGate();
    stops.hash = gate;
    const { email, reply } = add(session, SLOW_PASSWORD);
    await gate.reached;
    let isOver = false;
    const containing = contain(owner.email).finally(() => (isOver = true));
    if (apis.length > 1) {
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      while (!isOver && (await waiting.execute(help.store.db)).rows.length === 0);
    }
    gate.open();
    stops.hash = undefined;
    expect((await reply).answer).toMatchObject({ status: 'success' });
    expect((await containing).answer['accounts']).toEqual([{ email, contained: 'yes' }]);
    expect(await logIn({ email }, SLOW_PASSWORD)).toBe('error');
  });

  it('S33 S34 of many calls at the same moment each was before and is cancelled, or after and refused', async () => {
    const session = await owner.logIn();
    const key = await keyOf(session);
    const asked = Array.from({ length: 12 }, (_, index) => [
      lock(session, ENROLLED[index % ENROLLED.length]),
      byKey(key),
      ...(index % 4 === 0 ? [session.call('generateKey', { key_name: 'X', user_id: owner.email })] : []),
    ]).flat();
    const containing = contain(owner.email);
    const replies = await Promise.all([...asked, lock(session), byKey(key)]);
    const { answer } = await containing;
    expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    await api.worker.runOnce();
    const commands = await commandsOf(owner);
    expect(commands.filter(({ status }) => status !== 'cancelled')).toEqual([]);
    expect(commands).toHaveLength(Number(answer['cancelled']));
    const open = api.store.db.selectFrom('api_keys').select('id').where('account_id', '=', owner.id);
    expect(await open.where('revoked_at', 'is', null).execute()).toEqual([]);
  });

  it('S34 what waits is cancelled, and what phones may have got is counted by its kind', async () => {
    const session = await owner.logIn();
    await lock(session, imei);
    while ((await api.worker.runOnce()) > 0);
    await lock(session, second);
    const { answer } = await contain(owner.email);
    expect(answer).toMatchObject({ cancelled: 1, sent: [{ action: 'lock', count: 1 }] });
    expect(await commandsOf(owner)).toMatchObject([
      { imei, handed_at: expect.any(String) },
      {
        ...{ imei: second, status: 'cancelled', handed_at: null },
        failure: `Cancelled by ${superadmin.email}, who has contained ${owner.email}`,
      },
    ]);
    clock.advance(1);
    expect((await contain(owner.email, { since: now() })).answer).toMatchObject({ cancelled: 0, sent: [] });
  });

  it('S34 its unfinished batches are held until somebody takes them over, its requests are refused', async () => {
    const session = await owner.logIn();
    const batch = await registerBatch(session, ENROLLED.slice(0, 2));
    const run = await beginBatch(session, batch);
    const id = newTransactionId();
    const release = { imei, action: 'release' };
    await session.call('lockNotification', release, { transactionId: id });
    expect((await contain(owner.email)).answer).toMatchObject({ batches: 1, requests: 1 });
    const { session: later } = await letIn(owner);
    const held = await sendChunk(later, batch, batch.items, run);
    expect([held.status, held.answer['message']]).toEqual([
      409,
      `This batch is with ${superadmin.email} now (held, because its account is contained). ` +
        'Nothing was done here.',
    ]);
    expect((await later.call('lockNotification', release, { transactionId: id })).answer).toEqual({
      status: 'error',
      message:
        `${superadmin.email} has not approved this: The account of who asked is contained. ` + 'Nothing was sent.',
    });
    const taker = await (await newMember(api, 'ADMIN')).logIn();
    const next = newTransactionId();
    expect((await claim(taker, batch, next, { takeOver: true })).answer).toMatchObject({ run: next });
    expect((await sendChunk(taker, batch, batch.items, next)).status).toBe(200);
  });

  it('S34 what it approved of the batches of others waits for another second person', async () => {
    const asker = await (await newMember(api, 'ADMIN')).logIn();
    const decider = await owner.logIn();
    const batch = await registerBatch(asker, ENROLLED.slice(0, 4));
    const run = await beginBatch(asker, batch);
    const [request] = (await decider.call('approvals')).answer['items'] as Row[];
    await decider.call('decideApproval', { id: String(request?.['id']), decision: 'approve' });
    expect((await sendChunk(asker, batch, batch.items.slice(0, 1), run)).status).toBe(200);
    const { answer } = await contain(owner.email);
    expect(answer).toMatchObject({
      withdrawn: 1,
      changes: [
        {
          ...{ call: 'decideApproval.php', count: 1 },
          named: [{ account: asker.email, what: expect.stringMatching(/^lock [\w-]+: approved, waits again$/) }],
        },
      ],
    });
    expect((await sendChunk(asker, batch, batch.items.slice(1), run)).answer).toMatchObject({ reason: 'approval' });
    await superadmin.call('decideApproval', { id: String(request?.['id']), decision: 'approve' });
    expect((await sendChunk(asker, batch, batch.items.slice(1), run)).status).toBe(200);
  });

  it('S35 what it decided, and what it did to others, is named with what puts it back', async () => {
    const asker = await (await newMember(api, 'ADMIN')).logIn();
    const disabled = await newMember(api, 'USER');
    const raised = await newMember(api, 'USER');
    const { permissions } = await permissionsOf(raised.email);
    const key = await keyOfOther(asker);
    const thief = await (await newMember(api, 'SUPERADMIN')).logIn();
    const [approved = '', refused = ''] = ENROLLED.slice(-2);
    for (const [device, decision] of [
      [approved, 'approve'],
      [refused, 'refuse'],
    ]) {
      await asker.call('lockNotification', { imei: device, action: 'release' });
      const [request] = (await thief.call('approvals')).answer['items'] as Row[];
      await thief.call('decideApproval', { id: String(request?.['id']), decision, reason: 'No' });
    }
    await thief.call('updateUserStatus', { email: disabled.email, status: 'INACTIVE' });
    await thief.call('updateUserStatus', { email: disabled.email, status: 'INACTIVE' });
    const { id, phone } = await permissionsOf(raised.email);
    await thief.call('updateUser', { id, email: raised.email, phone, permissions: [1] });
    await thief.call('changeRole', { email: raised.email, role: 'ADMIN' });
    await thief.call('updateKeyStatus', { keyId: key, status: 'inactive' });
    await thief.call('operationsDispatch', { dispatch: 'paused', reason: 'To do harm' });
    const changes = (await contain(thief.email)).answer['changes'] as Row[];
    const change = (call: string, ...named: readonly Row[]) => ({
      ...{ call, count: named.length },
      named: named.map((one) => ({ at: expect.any(String), ...one })),
    });
    const twice = { account: disabled.email, what: 'INACTIVE: User is INACTIVE now' };
    const before = { call: 'updateUser', id, email: raised.email, phone, permissions, names: expect.any(String) };
    expect(changes).toEqual([
      change('changeRole.php', {
        ...{ account: raised.email, what: `${raised.email} is ADMIN now` },
        putBack: { call: 'changeRole', email: raised.email, role: 'USER' },
      }),
      change('keymanagement/update_key_status.php', {
        ...{ account: asker.email, what: 'inactive ERP: API key is inactive now' },
        putBack: { call: 'updateKeyStatus', keyId: key, name: 'ERP', status: 'active' },
      }),
      change('operationsDispatch.php', {
        ...{ account: '', what: 'Dispatch is paused. To do harm' },
        putBack: { call: 'operationsDispatch', dispatch: 'running' },
      }),
      change('updateUser.php', { account: raised.email, what: 'User updated successfully', putBack: before }),
      change(
        'updateUserStatus.php',
        { ...twice, putBack: { call: 'updateUserStatus', email: disabled.email, status: 'ACTIVE' } },
        twice,
      ),
      change(
        'decideApproval.php',
        { account: asker.email, what: `release ${approved}: approved` },
        { account: asker.email, what: `release ${refused}: refused` },
      ),
    ]);
    await superadmin.call('operationsDispatch', { dispatch: 'running', reason: 'Put back' });
    await superadmin.call('changeRole', { email: raised.email, role: 'USER' });
    const again = (await contain(thief.email)).answer['changes'] as Row[];
    const offered = again.flatMap(({ named }) => (named as Row[]).map(({ putBack }) => (putBack as Row)?.['call']));
    expect(offered.filter((call) => call !== undefined)).toEqual(['updateKeyStatus', 'updateUser', 'updateUserStatus']);
  });
});
