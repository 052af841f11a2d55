import type { PutBack } from '@device-console/shared-lib/contract';
import { screen, within } from '@testing-library/react';
import { FakeFailure, type FakeHandlers, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { openUsers, userRow, users, usersAnswer } from '../testing/open-users.tsx';

const others = users.slice(0, 1);
const second = users[1];
const answer = {
  status: 'success',
  message: 'a@example.com is contained.',
  since: '2026-11-23T04:00:00.000Z',
  ...{ sessions: 2, keys: 1, factors: 1, codes: 10, signOns: 0, logins: 1, links: 0 },
  ...{ cancelled: 500, batches: 1, requests: 1, withdrawn: 0 },
  sent: [
    { action: 'lock', count: 1200 },
    { action: 'release', count: 3 },
  ],
  changes: [
    { call: 'addUser.php', count: 1 },
    {
      call: 'updateUserStatus.php',
      count: 1,
      named: [
        {
          ...{ account: 'ram@example.com', what: 'INACTIVE', at: '' },
          putBack: { call: 'updateUserStatus', email: 'ram@example.com', status: 'ACTIVE' } satisfies PutBack,
        },
      ],
    },
  ],
  accounts: [
    { email: 'new@example.com', contained: 'yes' },
    { email: 'old@example.com', contained: '' },
  ],
};

function open(more: FakeHandlers = {}, options: RenderScreenOptions = {}) {
  return openUsers({ containAccount: () => answer, ...more }, { session: { userlevel: 'SUPERADMIN' }, ...options });
}

async function ask(more: FakeHandlers = {}) {
  const rendered = await open(more);
  const { user } = rendered;
  await user.click(within(await userRow('a@example.com')).getByRole('button', { name: /^Manage/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Contain this account…' }));
  return { ...rendered, question: within(await screen.findByRole('alertdialog')) };
}

describe('an account in the wrong hands', () => {
  it('S32 asks for a reason and since when, and sends both once', async () => {
    const { api, user, question } = await ask();
    expect(question.getByText(/only a superadmin can let the owner in again/)).toBeInTheDocument();
    const confirm = question.getByRole('button', { name: 'Contain' });
    expect(confirm).toBeDisabled();
    await user.click(question.getByLabelText(/^Reason/));
    await user.paste('Seen in a forum');
    const since = question.getByLabelText(/^Since when is the account not/);
    await user.type(since, '2126-11-23T10:00');
    expect(question.getByText('This time lies ahead.')).toBeInTheDocument();
    expect(confirm).toBeDisabled();
    await user.clear(since);
    await user.type(since, '2025-11-23T10:00');
    await user.click(confirm);
    await screen.findByRole('dialog', { name: 'a@example.com is contained' });
    expect(api.requestsOf('containAccount').map(({ body }) => body)).toEqual([
      {
        ...{ email: 'a@example.com', reason: 'Seen in a forum', made: true, user: api.session.email },
        since: new Date('2025-11-23T10:00').toISOString(),
      },
    ]);
  });

  it('S34 S35 says what was done, what phones may have got, what undoes it, and what the account made', async () => {
    const { api, user, question } = await ask();
    await user.click(question.getByRole('checkbox'));
    await user.click(question.getByLabelText(/^Reason/));
    await user.paste('Seen in a forum');
    await user.click(question.getByRole('button', { name: 'Contain' }));
    const summary = within(await screen.findByRole('dialog'));
    const textOf = (name: string) => summary.getByRole('region', { name }).textContent;
    expect(textOf('What was done')).toBe(
      'What was doneSessions ended2API keys revoked1Second factors removed1Recovery codes removed10' +
        'Half-open logins ended1Commands cancelled500Batches held1Requests refused1',
    );
    expect(summary.getByText(/^Phones may have received 1,203 commands since /)).toBeInTheDocument();
    expect(textOf('What phones may have received')).toBe(
      'What phones may have receivedLock Device1,200, undone by Unlock DeviceRelease Device3, cannot be undone by ' +
        'a command',
    );
    expect(textOf('What the account changed')).toBe(
      'What the account changedAdd User1Enable or disable user1ram@example.com, INACTIVEEnable again',
    );
    await user.click(summary.getByRole('button', { name: 'Enable again: ram@example.com' }));
    expect(await summary.findByText('ram@example.com is enabled.')).toBeInTheDocument();
    expect(api.requestsOf('updateUserStatus').map(({ body }) => body)).toMatchObject([
      { email: 'ram@example.com', status: 'ACTIVE' },
    ]);
    expect(textOf('Accounts that it made')).toBe(
      'Accounts that it madenew@example.comContained with itold@example.comNot contained',
    );
    const link = summary.getByRole('link', { name: 'Open its actions in Operator Audit' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/operatorAudit#.*account=a%40example\.com/));
    expect(api.requestsOf('containAccount')[0]?.body).toMatchObject({ made: false });
    await user.click(summary.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('a@example.com is contained.')).toBeInTheDocument();
    expect(api.requestsOf('getUsers')).toHaveLength(2);
  });

  it.each<[PutBack, string, object]>([
    [
      { call: 'changeRole', email: 'ram@example.com', role: 'USER' },
      'Give the role USER again: ram@example.com',
      { role: 'USER' },
    ],
    [
      {
        ...{ call: 'updateUser', id: '7', email: 'ram@example.com', phone: '9876543210', permissions: [2, 3] },
        names: 'Lock Device, Unlock Device',
      },
      'Give the former permissions again: ram@example.com',
      { id: '7', phone: '9876543210', permissions: [2, 3] },
    ],
    [
      { call: 'updateKeyStatus', keyId: '4', name: 'ERP', status: 'inactive' },
      'Deactivate again: ERP',
      { keyId: '4', status: 'inactive' },
    ],
    [
      { call: 'operationsDispatch', dispatch: 'running' },
      'Resume dispatch',
      { dispatch: 'running', reason: 'Put back after a@example.com was contained' },
    ],
  ])('S35 puts back by one press: %j', async (putBack, name, body) => {
    const changes = [{ call: `${putBack.call}.php`, count: 1, named: [{ account: '', what: '', at: '', putBack }] }];
    const answers = { status: 'success', message: '' };
    const { api, user, question } = await ask({
      containAccount: () => ({ ...answer, changes }),
      ...{ changeRole: () => answers, updateUser: () => answers, updateKeyStatus: () => answers },
      operationsDispatch: () => ({ ...answers, items: [] }),
    });
    await user.click(question.getByLabelText(/^Reason/));
    await user.paste('Seen in a forum');
    await user.click(question.getByRole('button', { name: 'Contain' }));
    const summary = within(await screen.findByRole('dialog'));
    if (putBack.call === 'updateUser') expect(summary.getByText('Before: Lock Device, Unlock Device')).toBeVisible();
    await user.click(summary.getByRole('button', { name }));
    expect(await summary.findByText(/again\.$|is inactive\.$|is running\.$/)).toBeInTheDocument();
    expect(summary.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(api.requestsOf(putBack.call).map((request) => request.body)).toMatchObject([body]);
  });

  it('S32 shows why the server refuses', async () => {
    const { user, question } = await ask({
      containAccount: () => {
        throw new FakeFailure({ message: 'There is no such user. Please reload the page.' });
      },
    });
    await user.click(question.getByLabelText(/^Reason/));
    await user.paste('Seen in a forum');
    await user.click(question.getByRole('button', { name: 'Contain' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user. Please reload the page.');
  });

  it('S36 a contained account is shown as one, and is let in again after a question of its own', async () => {
    const contained = { ...second, contained: 'yes' };
    const { api, user } = await open({ getUsers: usersAnswer([...others, contained]) });
    const row = within(await userRow('b@example.org'));
    expect(row.getByText('Contained')).toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Enable b@example.org' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Let the owner in again?' }));
    await user.click(question.getByRole('button', { name: 'Let in again' }));
    expect(await screen.findByText(/^b@example\.org is enabled\. If its sending is still paused/)).toBeInTheDocument();
    expect(api.requestsOf('updateUserStatus').map(({ body }) => body)).toEqual([
      { email: 'b@example.org', status: 'ACTIVE', user: api.session.email },
    ]);
  });

  it.each([
    ['an admin', { session: { userlevel: 'ADMIN' } }],
    ['an existing back end', { config: { backend: 'legacy' } }],
  ] as const)('S32 D1a %s is offered none of it', async (_who, options) => {
    const { user } = await open({}, options);
    const more = within(await userRow('a@example.com')).queryByRole('button', { name: /^Manage/ });
    if (more) await user.click(more);
    expect(screen.queryByRole('menuitem', { name: 'Contain this account…' })).not.toBeInTheDocument();
  });
});
