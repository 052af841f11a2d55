import type { UserRow } from '@device-console/shared-lib/contract';
import { createFakeApi } from '@device-console/shared-lib/testing';
import type { Question } from '../change/use-change.tsx';
import { presetStarts, userStarts } from './user-permissions.tsx';
import { logOutQuestion, moreChangesOf, toggleQuestion } from './user-changes.ts';

const done = () => ({ status: 'success', message: 'done' });
const row: UserRow = {
  id: '1',
  email: 'a@example.com',
  phone: '5550100123',
  permissions: 'Reports',
  permissions_id: '19',
  loginstatus: 'LOGIN',
  userstatus: 'ACTIVE',
  userlevel: 'ADMIN',
  invitation: 'open',
  contained: '',
  second_factor: 'yes',
};
type Api = Parameters<typeof toggleQuestion>[1];
const superadmin = { isSuperadmin: true, mailsPeople: true };
const more =
  (id: string, user: Partial<UserRow> = {}) =>
  (api: Api) => {
    const found = moreChangesOf({ ...row, ...user }, superadmin, api).find((change) => change.id === id)?.asks;
    if (!found || found === 'contain') throw new Error(`There is no question ${id}.`);
    return found;
  };

const off = (api: Api) => toggleQuestion(row, api);
const on = (api: Api) => toggleQuestion({ ...row, userstatus: 'INACTIVE' }, api);
const invited = { phone: '5550100123', permissions: [19] };

describe('changes of a user', () => {
  it.each<[id: string, ask: (api: Api) => Question, message: RegExp, call: string, body: object, text: string]>([
    ['U4', off, /they cannot log in until/, 'updateUserStatus', { status: 'INACTIVE' }, '{} is disabled.'],
    ['U4', on, /^\{\} can log in again/, 'updateUserStatus', { status: 'ACTIVE' }, '{} is enabled.'],
    [
      'U5',
      more('invite-again'),
      /^The link that \{\} has/,
      'inviteUser',
      invited,
      'An invitation is on its way to {}.',
    ],
    [
      'U8',
      more('password-link', { invitation: '' }),
      /^\{\} gets a mail with a link/,
      'sendPasswordLink',
      {},
      'A reset link is on its way to {}.',
    ],
    ['U6', more('USER'), /Every session of theirs ends/, 'changeRole', { role: 'USER' }, '{} is USER now.'],
    ['U7', more('delete'), /this cannot be undone/, 'closeAccount', {}, 'The account of {} is deleted.'],
    ['S15', more('reset-factors'), /with \{\} in person/, 'resetFactors', {}, 'The second factors of {} are removed.'],
  ])('%s a question says what happens, and does it (%#)', async (_id, ask, message, call, body, text) => {
    const api = createFakeApi({ handlers: { [call]: done }, session: { userlevel: 'SUPERADMIN' } });
    const question = ask(api.client());
    expect(question.message.replaceAll('a@example.com', '{}')).toMatch(message);
    const told = await question.change.run('6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10', '');
    expect(told.replaceAll('a@example.com', '{}')).toBe(text);
    expect(api.requests.map((request) => request.body)).toEqual([
      { email: 'a@example.com', ...body, user: api.session.email },
    ]);
  });

  it('K3 D0 logging out and disabling say that keys are revoked where they are', () => {
    const client = createFakeApi({}).client();
    const said = [logOutQuestion(row, false, client), logOutQuestion(row, true, client), toggleQuestion(row, client)];
    expect(said.map(({ message }) => /API keys are revoked for good/.test(message))).toEqual([false, true, true]);
  });

  it('U5 U6 U7 D1a further ones are those that the back end knows and the operator may do', () => {
    const client = createFakeApi({}).client();
    const labels = (isSuperadmin: boolean, api: Api, user = row) =>
      moreChangesOf(user, { ...superadmin, isSuperadmin }, api).map(({ label }) => label);
    expect(labels(false, client)).toEqual(['Invite again…', 'Delete…']);
    const settled = { ...row, invitation: '' };
    expect(labels(false, client, settled)).toEqual(['Send a reset link…', 'Delete…']);
    expect(labels(false, client, { ...settled, userstatus: 'INACTIVE' })).toEqual(['Delete…']);
    const silent = moreChangesOf(settled, { ...superadmin, mailsPeople: false }, client);
    expect(silent.map(({ id }) => id)).not.toContain('password-link');
    expect(labels(true, client)).toEqual([
      'Invite again…',
      'Make SUPERADMIN…',
      'Make USER…',
      'Remove second factors…',
      'Contain this account…',
      'Delete…',
    ]);
    expect(labels(true, { ...client, offers: () => false })).toEqual([]);
  });
});

describe("starts for a user's permissions", () => {
  const listed = [
    { id: 11, permission_name: 'Lock Device' },
    { id: 19, permission_name: 'Reports' },
  ];

  it('U2 D20 a role has what the server has of it, and is not offered where that is nothing', () => {
    expect(presetStarts(listed).map(({ id, ids }) => [id, ids])).toEqual([
      ['collections', [11]],
      ['reports', [19]],
    ]);
  });

  it('U2 permissions are copied from users who have some that can be given', () => {
    const half = { ...row, id: '7', email: 'half@example.com', userlevel: 'USER', permissions_id: '11,77' };
    expect(userStarts([half, row, { ...half, permissions_id: '77' }], listed)).toEqual([
      { id: '7', title: 'half@example.com', ids: [11] },
    ]);
  });
});
