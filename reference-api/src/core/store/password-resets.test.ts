import { randomUUID } from 'node:crypto';
import { fresh, newMember, rowsOf, shared, startTestApi } from '../../testing/index.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import {
  closePasswordResets,
  insertLink,
  invitedAccounts,
  type LinkProof,
  ownerOfOpenLink,
  takeLink,
} from './password-resets.ts';

const api = shared(() => startTestApi());
const owner = fresh(() => newMember(api, 'USER'));
const another = fresh(() => newMember(api, 'USER'));
const now = () => isoTime(api.clock.now());

/** Makes a link; returns its proof. */
async function make({ email = owner.email, purpose = 'reset' as 'reset' | 'invitation', ends = 30 * MINUTE } = {}) {
  const proof = { secretHash: randomUUID(), handleHash: randomUUID() };
  const times = { at: now(), expiresAt: isoAfter(api.clock.now(), ends) };
  const id = await insertLink(api.store.db, email, ['USER', 'ADMIN'], { ...proof, ...times, purpose });
  return { id, proof };
}

it.each<[string, () => Promise<unknown>, boolean]>([
  ['an active account', async () => undefined, true],
  [
    'a disabled account',
    () => api.store.db.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', owner.id).execute(),
    false,
  ],
  [
    'an account of another role',
    () => api.store.db.updateTable('accounts').set({ role: 'SUPERADMIN' }).where('id', '=', owner.id).execute(),
    false,
  ],
])('P1 D18 a link is made for %s: %j', async (_whose, before, isMade) => {
  await before();
  const { id } = await make();
  expect(id).toBe(isMade ? owner.id : undefined);
  expect(await rowsOf(api.store, 'password_resets', { account_id: owner.id })).toHaveLength(isMade ? 1 : 0);
});

it.each<[string, boolean, (proof: LinkProof) => Promise<LinkProof>]>([
  ['both parts', true, async (proof) => proof],
  ['another secret', false, async (proof) => ({ ...proof, secretHash: 'another' })],
  ['another handle', false, async (proof) => ({ ...proof, handleHash: 'another' })],
  ['the handle of another link', false, async (proof) => ({ ...proof, handleHash: (await make()).proof.handleHash })],
  ['both parts a second time', false, (proof) => takeLink(api.store.db, proof, now()).then(() => proof)],
  [
    'both parts after all were closed',
    false,
    (proof) => closePasswordResets(api.store.db, owner.id, now()).then(() => proof),
  ],
  [
    'both parts after those of another were closed',
    true,
    (proof) => closePasswordResets(api.store.db, another.id, now()).then(() => proof),
  ],
])('P2 D18 a link is opened by %s: %j', async (_what, isOpened, use) => {
  const given = await use((await make()).proof);
  const opener = isOpened ? owner.id : undefined;
  expect(await ownerOfOpenLink(api.store.db, given, now())).toBe(opener);
  expect(await takeLink(api.store.db, given, now())).toBe(opener);
  expect(await takeLink(api.store.db, given, now())).toBe(undefined);
});

it.each([
  [1, true],
  [0, false],
  [-1, false],
])('P2 D18 a link is open %i milliseconds before its end: %j', async (ends, isOpen) => {
  const { proof } = await make({ ends });
  expect(await ownerOfOpenLink(api.store.db, proof, now())).toBe(isOpen ? owner.id : undefined);
  expect(await takeLink(api.store.db, proof, now())).toBe(isOpen ? owner.id : undefined);
});

it('S32 of the links that are closed those are counted that were open', async () => {
  for (const ends of [1, 0]) await make({ ends });
  const { proof } = await make();
  await takeLink(api.store.db, proof, now());
  await make({ email: another.email });
  expect(await closePasswordResets(api.store.db, owner.id, now())).toBe(1);
  expect(await closePasswordResets(api.store.db, owner.id, now())).toBe(0);
  expect(await closePasswordResets(api.store.db, another.id, now())).toBe(1);
});

it.each<[string, boolean, () => Promise<unknown>]>([
  ['an invitation', true, () => make({ purpose: 'invitation' })],
  ['an invitation that has reached its end', false, () => make({ purpose: 'invitation', ends: 0 })],
  ['a reset', false, () => make()],
  [
    'an invitation that was used',
    false,
    async () => takeLink(api.store.db, (await make({ purpose: 'invitation' })).proof, now()),
  ],
])('U5 an account with %s counts as invited: %j', async (_what, isInvited, before) => {
  await before();
  expect((await invitedAccounts(api.store.db, now())).has(owner.id)).toBe(isInvited);
});
