import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { audited, databases, ENROLLED, newMember, people, shared } from '../../testing/index.ts';

const DECOMPOSED = 'Dear Jose\u0301, please pay.';
const COMPOSED = 'Dear José, please pay.';
const [imei = ''] = ENROLLED;

describe.each(databases)('texts on $name', ({ start }) => {
  const api = shared(() => start());
  const superadmin = shared(() => api.as('superadmin'));

  const newest = async () => JSON.parse((await api.commands()).at(-1)?.payload ?? '{}') as unknown;
  const notify = (message: string, transactionId = newTransactionId()) =>
    superadmin.call('lockNotification', { imei, action: 'notify', message }, { transactionId });

  it('W7 a message goes to a phone up to its bound, in lines, and no further', async () => {
    const longest = `a\n${'😀'.repeat(1_998)}`;
    expect((await notify(longest)).answer).toMatchObject({ status: 'success' });
    expect(await newest()).toEqual({ message: longest });
    const before = (await api.commands()).length;
    const wrong = [`${longest}b`, 'x'.repeat(150_000), 'a\u0007b', 'a\r\nb', `a${'\u0316\u0300'.repeat(9_000)}`];
    for (const message of wrong) expect((await notify(message)).status).toBe(400);
    expect(await api.commands()).toHaveLength(before);
  });

  it('W7 an account is the same however its e-mail is composed', async () => {
    const member = await newMember(api, 'USER');
    const decomposed = `jose\u0301-${member.id}@example.com`;
    const added = { email: decomposed, phone: `6${String(member.id).padStart(9, '0')}`, permissions: [] };
    const password = 'green umbrella nine';
    expect(await superadmin.ask('addUser', { ...added, password })).toMatchObject({ status: 'success' });
    for (const email of [decomposed, decomposed.normalize()]) {
      const wanted = { status: 'success', email: decomposed.normalize() };
      expect(await api.ask('login', { email, password })).toMatchObject(wanted);
    }
    const again = { ...added, email: decomposed.normalize(), password };
    expect(await superadmin.ask('addUser', again)).toMatchObject({ status: 'error' });
  });

  it('W7 D2 a phone gets the composed text, and the same request again is known however it is composed', async () => {
    const transactionId = newTransactionId();
    const first = await notify(DECOMPOSED, transactionId);
    expect(await newest()).toEqual({ message: COMPOSED });
    const before = (await api.commands()).length;
    for (const text of [DECOMPOSED, COMPOSED]) expect((await notify(text, transactionId)).answer).toEqual(first.answer);
    expect((await notify(`${COMPOSED}!`, transactionId)).status).toBe(409);
    expect(await api.commands()).toHaveLength(before);
  });

  it('D7 a command goes in the name of the lender whose account sends it, whatever the call says', async () => {
    const { email, phone } = people.superadmin;
    const client_of = 'Example Finance';
    await api.store.db.updateTable('accounts').set({ client_of }).where('email', '=', email).execute();
    const lock = (more: object) => superadmin.ask('lockNotification', { imei, action: 'lock', ...more });
    const own = { clientof: client_of, retailerNumber: phone };
    for (const [claimed, carried] of [
      [{ clientof: 'Another Lender', retailerNumber: '9000000009' }, own],
      [{ clientof: '', retailerNumber: '' }, own],
      [{ clientof: 'Another Lender' }, { clientof: client_of }],
      [{}, {}],
    ] as const) {
      expect(await lock(claimed)).toMatchObject({ status: 'success' });
      expect(await newest()).toEqual(carried);
    }
    const kept = await audited(api.store, { call: calls.lockNotification.path });
    expect(kept.filter(({ detail }) => detail.includes('Another Lender'))).toHaveLength(2);
  });
});
