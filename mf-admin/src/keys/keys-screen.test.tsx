import { screen, waitFor, within } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  headOf,
  renderScreen,
  rowsOf,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './keys-screen.tsx';

const SECRET = 'dck_0123456789abcdef';
const keys = [
  { id: 4, key_name: 'Collections', status: 'active', created_at: '2026-11-20T10:00:00.000Z' },
  { id: 5, key_name: 'Old system', status: 'inactive', created_at: null },
];
const bounded = {
  id: 6,
  key_name: 'ERP',
  status: 'active',
  created_at: '2026-11-20T10:00:00.000Z',
  owner: 'admin@example.com',
  expires_at: '2099-01-01T00:00:00.000Z',
  last_used_at: '2026-11-20T11:00:00.000Z',
  last_address: '192.0.2.9',
  commands: 'lock,unlock',
  networks: '192.0.2.0/24',
  per_minute: 60,
  revoked_at: '',
};
const list =
  (items: readonly object[] | null = keys) =>
  () => ({ status: 'success', message: '', items: items as typeof keys | null });
const done = () => ({ status: 'success', message: 'done' });

function openKeys(handlers: FakeHandlers = {}, options: RenderScreenOptions = {}) {
  const generateKey = () => ({ status: 'success', message: 'Copy it now', key: SECRET });
  return renderScreen(Screen, {
    address: '/keyManagement',
    ...options,
    handlers: { viewKeys: list(), generateKey, updateKeyStatus: done, ...handlers },
  });
}

type Rendered = Awaited<ReturnType<typeof openKeys>>;

async function generate({ user }: Pick<Rendered, 'user'>, name = ' Collections 2 '): Promise<void> {
  await user.click(screen.getByLabelText('Key Name'));
  await user.paste(name);
  await user.click(screen.getByRole('button', { name: /^Generate Key/ }));
}

const table = () => screen.findByRole('table', { name: 'Keys' });
const rows = async () => rowsOf(await table());
/** The columns that the specification names, in its order; ours come after them. */
const specified = 'Key Name | Status | Created At | Actions';

describe('Key Management', () => {
  it('K1 D1a lists the keys of an existing back end with name, status, time and action', async () => {
    await openKeys({}, { config: { backend: 'legacy' } });
    expect(await rows()).toEqual([
      expect.stringMatching(/^Collections \| active \| .*2026.* \| Deactivate$/),
      'Old system | inactive |  | Activate',
    ]);
    expect(headOf(await table())).toBe(specified);
  });

  it('K2 lists whose a key is, its last use, its end and what it is bounded to', async () => {
    await openKeys({ viewKeys: list([bounded]) });
    const [row] = await rows();
    expect(headOf(await table())).toBe(`${specified} | Owner | Last use | Expires | Opens`);
    expect(row).toMatch(/^ERP \| active \| .*2026.* \| DeactivateRevoke all \| admin@example\.com \| /);
    expect(row).toMatch(
      /2026.* from 192\.0\.2\.9.*2099.*Lock Device, Unlock Device · from 192\.0\.2\.0\/24 · at most 60 a minute/,
    );
  });

  it('K2 K3 a key that is over or revoked is called so, and can be activated no more', async () => {
    const over = { ...bounded, status: 'inactive', expires_at: '2026-01-01T00:00:00.000Z' };
    const revoked = { ...bounded, id: 7, key_name: 'Old', status: 'inactive', revoked_at: '2026-11-20T11:00:00.000Z' };
    await openKeys({ viewKeys: list([over, revoked]) });
    expect(await rows()).toEqual([expect.stringContaining('| expired |'), expect.stringContaining('| revoked |')]);
    expect(screen.queryByRole('button', { name: /^Activate/ })).not.toBeInTheDocument();
  });

  it('K3 all keys of an account are revoked after a question', async () => {
    const { api, user } = await openKeys({ viewKeys: list([bounded]), revokeKeys: done });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Revoke all keys of admin@example.com, ERP among them' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/is refused at once and for good/)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Revoke all' }));
    expect(await screen.findByText('All keys of admin@example.com are revoked.')).toBeInTheDocument();
    expect(api.requestsOf('revokeKeys').map(({ body }) => body)).toEqual([
      { email: 'admin@example.com', user: api.session.email },
    ]);
  });

  it('K1 Deactivate and Activate do so at once and read the list again', async () => {
    const { api, user } = await openKeys();
    await rows();
    for (const [name, said] of [
      ['Deactivate Collections', 'Collections is inactive.'],
      ['Activate Old system', 'Old system is active.'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(said)).toBeInTheDocument();
    }
    expect(api.requestsOf('updateKeyStatus').map(({ body }) => body)).toEqual([
      { keyId: '4', status: 'inactive', user: api.session.email },
      { keyId: '5', status: 'active', user: api.session.email },
    ]);
    expect(api.requestsOf('viewKeys')).toHaveLength(3);
  });

  it('K1 D22 a refused change is alerted', async () => {
    const { user } = await openKeys({
      updateKeyStatus: () => new FakeFailure({ message: 'There is no such key. Please reload the page.' }),
    });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Deactivate Collections' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such key. Please reload the page.');
  });
});

describe('a new key', () => {
  const clipboard = { writeText: jest.fn<Promise<void>, [string]>() };
  const withClipboard = (value: typeof clipboard | undefined): void => {
    if (value) Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
    else Reflect.deleteProperty(navigator, 'clipboard');
  };
  beforeEach(() => clipboard.writeText.mockReset().mockResolvedValue());
  afterEach(() => {
    withClipboard(undefined);
    Reflect.deleteProperty(document, 'execCommand');
  });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Key Collections 2' }));

  it.each([
    ['7', '7'],
    ['', 'operator@example.com'],
  ])("K1 D21a is made for the session's id, else its e-mail (%j)", async (id, userId) => {
    const rendered = await openKeys({}, { session: { id } });
    await generate(rendered);
    await dialog();
    expect(rendered.api.requestsOf('generateKey').map(({ body }) => body)).toEqual([
      { key_name: 'Collections 2', user_id: userId, user: rendered.api.session.email },
    ]);
    expect(rendered.api.requestsOf('viewKeys')).toHaveLength(2);
  });

  it('K1 D21 is shown once, copied, and gone with its dialog', async () => {
    const rendered = await openKeys();
    withClipboard(clipboard);
    await generate(rendered);
    const { getByLabelText, getByText, getByRole } = await dialog();
    expect(getByLabelText('Key')).toHaveValue(SECRET);
    expect(getByText(/It is not shown again\./)).toBeInTheDocument();
    await rendered.user.click(getByRole('button', { name: 'Copy' }));
    expect(getByText('Copied.')).toBeInTheDocument();
    expect(clipboard.writeText.mock.calls).toEqual([[SECRET]]);
    await rendered.user.click(getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(document.documentElement.innerHTML).not.toContain(SECRET);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
    expect(screen.getByLabelText('Key Name')).toHaveValue('');
  });

  it.each([
    [true, 'Copied.'],
    [false, /^This browser does not let the console copy\. The key is selected/],
  ])('K1 D9b without a clipboard API it is copied the older way: %s', async (works, text) => {
    const rendered = await openKeys();
    withClipboard(undefined);
    const selected = jest.fn(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '',
    );
    Object.defineProperty(document, 'execCommand', {
      value: (name: string) => name === 'copy' && selected() !== '' && works,
      configurable: true,
    });
    await generate(rendered);
    const { getByRole, findByText } = await dialog();
    await rendered.user.click(getByRole('button', { name: 'Copy' }));
    expect(await findByText(text)).toBeInTheDocument();
    expect(selected).toHaveReturnedWith(SECRET);
  });

  it('K1 closing asks until it was copied or the operator says that he has it', async () => {
    const rendered = await openKeys();
    await generate(rendered);
    const { getByRole, getByLabelText } = await dialog();
    await rendered.user.keyboard('{Escape}');
    await rendered.user.click(screen.getByRole('button', { name: 'Back to the key' }));
    expect(getByLabelText('Key')).toHaveValue(SECRET);
    await rendered.user.click(getByRole('button', { name: 'Close' }));
    await rendered.user.click(screen.getByRole('button', { name: 'I have the key' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('K1 D1a the sentence of an existing back end is shown in its place', async () => {
    const rendered = await openKeys({ generateKey: () => ({ message: `Key generated: ${SECRET}` }) });
    await generate(rendered);
    expect((await dialog()).getByLabelText('Server reply')).toHaveValue(`Key generated: ${SECRET}`);
  });

  it('K2 is bounded to days, commands, addresses and a rate, and to what was left empty not at all', async () => {
    const rendered = await openKeys({
      viewKeys: () => ({ status: 'success', items: keys, key_days: 90, key_days_most: 365 }),
    });
    await rows();
    const { user, api } = rendered;
    const type = async (label: string, text: string) => {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    };
    const limits = screen.getByText('Limits (optional)').closest('details');
    expect(limits).not.toHaveAttribute('open');
    expect(within(limits ?? document.body).getByText('Left empty: 90. At most 365.')).toBeInTheDocument();
    await type('Lasts for days', '366');
    await generate(rendered);
    expect(limits).toHaveAttribute('open');
    expect(await screen.findByText('Type a number of days up to the maximum.')).toBeInTheDocument();
    expect(api.requestsOf('generateKey')).toEqual([]);
    await user.clear(screen.getByLabelText('Lasts for days'));
    await type('Lasts for days', '30');
    await type('From these addresses only', '192.0.2.0/24, 198.51.100.7');
    await type('Commands a minute', '60');
    await user.click(screen.getByRole('checkbox', { name: 'Lock Device' }));
    expect(screen.queryByRole('checkbox', { name: 'Device Action' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Generate Key/ }));
    await dialog();
    expect(api.requestsOf('generateKey').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        key_name: 'Collections 2',
        days: 30,
        commands: ['lock'],
        per_minute: 60,
        networks: ['192.0.2.0/24', '198.51.100.7'],
      }),
    ]);
  });

  it('K2 D1a an existing back end is sent name and owner alone', async () => {
    const rendered = await openKeys({}, { config: { backend: 'legacy' } });
    expect(screen.queryByLabelText('Lasts for days')).not.toBeInTheDocument();
    await generate(rendered);
    await dialog();
    expect(rendered.api.requestsOf('generateKey').map(({ body }) => Object.keys(body).toSorted())).toEqual([
      ['key_name', 'user', 'user_id'],
    ]);
  });

  it('K1 needs a name of at most 64 characters, and sends only such a one', async () => {
    const rendered = await openKeys();
    for (const name of ['', '   ', 'x'.repeat(65)]) {
      await rendered.user.clear(screen.getByLabelText('Key Name'));
      await generate(rendered, name);
      expect(screen.getByLabelText('Key Name')).toHaveAccessibleDescription(
        expect.stringContaining('The key needs a name of at most 64 characters.'),
      );
    }
    await rendered.user.clear(screen.getByLabelText('Key Name'));
    await generate(rendered);
    await dialog();
    expect(rendered.api.requestsOf('generateKey').map(({ body }) => body['key_name'])).toEqual(['Collections 2']);
  });

  it.each([
    ['Keys are switched off.', 'Keys are switched off.'],
    ['', 'Error generating the key. Please try again.'],
  ])('K1 C7 a refusal with %j keeps the name', async (message, text) => {
    const rendered = await openKeys({
      generateKey: () => new FakeFailure({ message }),
    });
    await generate(rendered, 'Collections 2');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('Key Name')).toHaveValue('Collections 2');
  });

  it('K1 D12 a lost answer is not known, sent once, and the list tells', async () => {
    const rendered = await openKeys({ generateKey: () => new FakeNetworkFailure('gone') });
    await generate(rendered);
    const alert = await screen.findByText('The outcome is not known');
    expect(alert.closest('[role=alert]')).toHaveTextContent(
      /If a new key of this name is there, nobody has seen it: deactivate it/,
    );
    expect(rendered.api.requestsOf('generateKey')).toHaveLength(1);
    await waitFor(() => expect(rendered.api.requestsOf('viewKeys')).toHaveLength(2));
  });
});
