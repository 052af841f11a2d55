import { screen, waitFor, within } from '@testing-library/react';
import { FakeFailure, FakeNetworkFailure } from '@device-console/shared-lib/testing';
import {
  FETCH_FAILED,
  openDialog,
  openUsers,
  permissions,
  userRow,
  users,
  usersAnswer,
} from '../testing/open-users.tsx';

type Opened = Awaited<ReturnType<typeof openAdd>>;
type Handlers = Parameters<typeof openUsers>[0];

async function openAdd(handlers: Handlers = {}) {
  const rendered = await openUsers(handlers);
  return { ...rendered, dialog: await openDialog(rendered.user, 'Add User') };
}

async function openEdit(handlers: Handlers = {}, row: object = users[0] ?? {}) {
  const rendered = await openUsers({ getUsers: usersAnswer([{ ...users[0], ...row }]), ...handlers });
  return { ...rendered, dialog: await openDialog(rendered.user, 'Edit a@example.com') };
}

async function fill(
  { dialog, user }: Pick<Opened, 'dialog' | 'user'>,
  { email = 'new@example.net', phone = '98765 43210', password = 'three plain words' } = {},
) {
  for (const [label, text] of [
    ['Email', email],
    ['Phone', phone],
    ['Password', password],
  ] as const) {
    await user.click(dialog.getByLabelText(label));
    await user.paste(text);
  }
}

const fails = (error: Error) => () => {
  throw error;
};
const press = ({ dialog, user }: Pick<Opened, 'dialog' | 'user'>, name: RegExp) =>
  user.click(dialog.getByRole('button', { name }));

describe('adding a user', () => {
  it('S27 D0 says how long the password counts where it ends', async () => {
    const { dialog } = await openAdd({ getUsers: () => ({ ...usersAnswer()(), given_password_days: 7 }) });
    expect(dialog.getByText(/It works for 7 days/)).toBeInTheDocument();
  });

  it('U2 W4 D19 sends e-mail, phone, password and permissions once, says so and reads the list again', async () => {
    const opened = await openAdd();
    const { api, dialog, user } = opened;
    expect(dialog.queryByText(/It works for/)).not.toBeInTheDocument();
    await fill(opened);
    await user.click(dialog.getByRole('checkbox', { name: 'App Version' }));
    await press(opened, /^Add User/);
    expect(await screen.findByText('User Added successfully')).toBeInTheDocument();
    expect(api.requestsOf('addUser').map(({ body }) => body)).toEqual([
      {
        email: 'new@example.net',
        phone: '9876543210',
        password: 'three plain words',
        permissions: [20],
        user: api.session.email,
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(api.requestsOf('getUsers')).toHaveLength(2);
  });

  it('U2 D19 what is wrong is said beside each field, and nothing is sent', async () => {
    const opened = await openAdd();
    await fill(opened, { email: 'new@elsewhere.com', phone: '987654321', password: 'nine-9999' });
    await press(opened, /^Add User/);
    for (const [label, text] of [
      ['Email', 'Invalid email domain.'],
      ['Phone', 'Enter a valid 10 digits number.'],
      ['Password', 'The password needs at least 10 characters.'],
    ] as const)
      expect(opened.dialog.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(opened.dialog.getByLabelText('Email')).toHaveFocus();
    expect(opened.api.requestsOf('addUser')).toHaveLength(0);
  });

  it('U2 a refusal is said beside the buttons, and at the field that it names, which gets the focus', async () => {
    const taken = { status: 'error', message: 'Another user has this phone number.', field: 'phone' };
    const opened = await openAdd({ addUser: () => taken });
    await fill(opened);
    await press(opened, /^Add User/);
    const { dialog } = opened;
    const notice = await dialog.findByRole('alert');
    expect(notice).toHaveTextContent(taken.message);
    expect(notice.parentElement?.nextElementSibling).toContainElement(dialog.getByRole('button', { name: 'Add User' }));
    expect(dialog.getByLabelText('Phone')).toHaveAccessibleDescription(expect.stringContaining(taken.message));
    expect(dialog.getByLabelText('Phone')).toHaveFocus();
    await opened.user.type(dialog.getByLabelText('Phone'), '1');
    expect(dialog.queryByText(taken.message)).not.toBeInTheDocument();
  });

  it('U2 D2 the same again after an unknown outcome goes under the same id, another body under its own', async () => {
    const opened = await openAdd({ addUser: fails(new FakeNetworkFailure('gone')) });
    const { api, dialog, user } = opened;
    await fill(opened);
    for (const count of [1, 2]) {
      await press(opened, /^Add User/);
      await waitFor(() => expect(api.requestsOf('addUser')).toHaveLength(count));
      await dialog.findByText('Please try after sometime');
    }
    await user.click(dialog.getByRole('checkbox', { name: 'Reports' }));
    await press(opened, /^Add User/);
    await waitFor(() => expect(api.requestsOf('addUser')).toHaveLength(3));
    const [once, again, other] = api.requestsOf('addUser').map(({ transactionId }) => transactionId);
    expect(again).toBe(once);
    expect(other).not.toBe(once);
  });

  it('U2 D2 D2e the same again from a dialog opened anew goes under the same id', async () => {
    const opened = await openAdd({ addUser: fails(new FakeNetworkFailure('gone')) });
    const { api, user } = opened;
    await fill(opened);
    await press(opened, /^Add User/);
    await opened.dialog.findByText('Please try after sometime');
    await press(opened, /^Cancel/);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    const dialog = await openDialog(user, 'Add User');
    await fill({ dialog, user });
    await press({ dialog, user }, /^Add User/);
    await waitFor(() => expect(api.requestsOf('addUser')).toHaveLength(2));
    const [once, again] = api.requestsOf('addUser').map(({ transactionId }) => transactionId);
    expect(again).toBe(once);
  });

  it('U2 chooses all and none, and what a search found', async () => {
    const { dialog, user } = await openAdd();
    const checked = () =>
      dialog.queryAllByRole('checkbox', { checked: true }).map((box: HTMLElement) => box.closest('label')?.textContent);
    await user.click(dialog.getByRole('button', { name: 'Select all' }));
    expect(checked()).toEqual(['Reports', 'App Version', 'Audit Report']);
    expect(dialog.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription('3 of 3 chosen');
    await user.type(dialog.getByRole('textbox', { name: 'Find a permission' }), 'report');
    await user.click(dialog.getByRole('button', { name: 'Unselect the 2 found' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Find a permission' }));
    expect(checked()).toEqual(['App Version']);
    await user.click(dialog.getByRole('button', { name: 'Select none' }));
    expect(checked()).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Find a permission' }), 'nothing like it{Enter}');
    expect(dialog.getByText('No permission matches.')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('U1 without the list of permissions it says so and why, keeps what was typed, and Retry brings it', async () => {
    const { api, user } = await openUsers({
      getPermissions: fails(new FakeFailure({ message: 'Permissions are being migrated.' })),
    });
    await userRow('a@example.com');
    await user.click(screen.getByRole('button', { name: 'Add User' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole('alert')).textContent).toBe(`${FETCH_FAILED}Permissions are being migrated.Retry`);
    api.use({ getPermissions: fails(new FakeNetworkFailure('gone')) });
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText(FETCH_FAILED)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Add User' })).toBeDisabled();
    await fill({ dialog, user });
    api.use({ getPermissions: () => ({ status: 'success', message: '', permissions }) });
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByRole('checkbox', { name: 'Reports' })).toBeInTheDocument();
    expect(dialog.getByLabelText('Email')).toHaveValue('new@example.net');
  });

  it('U2 closing asks once something was typed, and not before', async () => {
    const opened = await openAdd();
    const { user } = opened;
    await press(opened, /^Cancel/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const dialog = await openDialog(user, 'Add User');
    await user.type(dialog.getByLabelText('Phone'), '1');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(dialog.getByLabelText('Phone')).toHaveValue('1');
    await press({ dialog, user }, /^Cancel/);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it.each([
  ['U2', openAdd, 'addUser', /^Add User/, ['Error updating user', 'Please try after sometime']],
  [
    'U3',
    openEdit,
    'updateUser',
    /^Save/,
    ['Error saving user. Please try again.', 'Error saving user. Please try again.'],
  ],
] as const)(
  '%s D12 a failure is shown, keeps what was typed and sends nothing automatically',
  async (id, open, call, save, texts) => {
    const opened = await open();
    const { api, dialog } = opened;
    if (id === 'U2') await fill(opened);
    const before = ['Email', 'Phone', ...(id === 'U2' ? ['Password'] : [])].map((label) =>
      dialog.getByLabelText(label),
    );
    const typed = before.map((field) => (field as HTMLInputElement).value);
    const refusal = 'Another user has this phone number.';
    for (const [count, error, text] of [
      [1, new FakeFailure({ message: refusal }), refusal],
      [2, new FakeFailure({ message: '' }), texts[0]],
      [3, new FakeNetworkFailure('gone'), texts[1]],
    ] as const) {
      api.use({ [call]: fails(error) });
      await press(opened, save);
      expect(await dialog.findByText(text)).toBeInTheDocument();
      expect(before.map((field) => (field as HTMLInputElement).value)).toEqual(typed);
      expect(api.requestsOf(call)).toHaveLength(count);
      // Looks up whether the change was made.
      await waitFor(() => expect(api.requestsOf('getUsers')).toHaveLength(count === 3 ? 2 : 1));
    }
  },
);

describe('editing a user', () => {
  it('U3 shows the e-mail to read, the phone and the present permissions, and sends what was changed', async () => {
    const opened = await openEdit();
    const { api, dialog, user } = opened;
    expect(dialog.getByLabelText('Email')).toHaveValue('a@example.com');
    expect(dialog.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(dialog.getByLabelText('Phone')).toHaveValue('5550100123');
    expect(
      dialog.getAllByRole('checkbox', { checked: true }).map((box: HTMLElement) => box.closest('label')?.textContent),
    ).toEqual(['Reports', 'Audit Report']);
    expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Reports' }));
    await press(opened, /^Save/);
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
    expect(api.requestsOf('updateUser').map(({ body }) => body)).toEqual([
      { id: '1', email: 'a@example.com', phone: '5550100123', permissions: [21], user: api.session.email },
    ]);
  });

  it('U3 a permission that is not in the list is named and kept, one that cannot be read named', async () => {
    const opened = await openEdit({}, { permissions_id: '19, 77,Reports' });
    expect(opened.dialog.getByRole('checkbox', { name: 'Number 77, which is not in the list' })).toBeChecked();
    expect(
      opened.dialog.getByText('This user has permissions that cannot be read and will be lost when you save: Reports.'),
    ).toBeInTheDocument();
    await press(opened, /^Save/);
    await waitFor(() => expect(opened.api.requestsOf('updateUser')[0]?.body).toMatchObject({ permissions: [19, 77] }));
  });

  it('U3 D19 allows the first two domains only', async () => {
    const rendered = await openUsers();
    const dialog = await openDialog(rendered.user, 'Edit c@example.net');
    expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email domain.');
    await rendered.user.type(dialog.getByLabelText('Phone'), '9876543210');
    await press({ dialog, user: rendered.user }, /^Save/);
    expect(rendered.api.requestsOf('updateUser')).toHaveLength(0);
  });

  it('U3 without an e-mail or an id nothing is sent', async () => {
    const opened = await openEdit({}, { id: '' });
    await press(opened, /^Save/);
    expect(opened.dialog.getByText('Please fill all required fields.')).toBeInTheDocument();
    expect(opened.api.requestsOf('updateUser')).toHaveLength(0);
  });
});
