import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useWaitingHandover } from '@device-console/shared-lib/console';
import { commandById, type DeviceRow } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, held, type FakeHandlers } from '@device-console/shared-lib/testing';
import { csvCode } from './use-groups.tsx';
import { activeBatch, fakeBatches, unfinishedBatch } from '../testing/fake-batches.ts';
import { openConsole } from '../testing/open-console.ts';
import { fakeLoader, renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { declaredScreen, registryDocument, registryEntry, wholeConsole } from '../testing/test-registry.ts';

const IMEI = '490154203237518';
const OTHER_IMEI = '004999010640000';
const exactly = { collapseWhitespace: false, trim: false };

const done = () => ({ status: 'success', message: 'done' }) as const;
const listing = <Item extends object>(...items: Item[]) => ({ ...done(), items });

const device: DeviceRow = {
  imei1: IMEI,
  imei2: '',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '2.1',
  apptype: '',
  command: 'SETALARM',
  createdat: '2026-01-01 10:00:00',
  state: '',
};

/** A server that knows one device and has no audit of it. */
const server = (others: FakeHandlers = {}): FakeHandlers => ({
  deviceDetails: () => listing(device),
  auditReportByImei: () => new FakeFailure({ message: 'No audit here' }),
  batchRuns: () => listing(),
  lockNotification: done,
  ...others,
});

const field = () => screen.getByRole('combobox', { name: /^Search screens/ });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const optionsOf = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const marked = () => screen.getByRole('option', { selected: true });

async function openSearch(more: RenderRoutesOptions = {}) {
  const page = await openConsole({ handlers: server(), ...more });
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  const find = async (text: string): Promise<void> => {
    await page.user.clear(field());
    await page.user.paste(text);
    await screen.findAllByRole('group', { name: /^(Send to|About) this device$/ });
  };
  /** On the page of a screen. */
  const arrive = async (name: string, address: string): Promise<HTMLElement> => {
    const heading = await screen.findByRole('heading', { level: 1, name: `Screen ${name}` });
    expect(page.address()).toBe(address);
    return heading;
  };
  return { ...page, find, arrive };
}

const admin = { userlevel: 'ADMIN', permissions: [] };
const staff = (...permissions: string[]) => ({ userlevel: 'USER', permissions });

describe('opening the search', () => {
  it('Q1 Ctrl K opens it from a field too, Escape closes it and gives the focus back', async () => {
    const { user } = await renderRoutes({ handlers: server() });
    const button = await screen.findByRole('button', { name: /^Find screens/ });
    button.focus();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(button).toHaveFocus());
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeInTheDocument();
  });

  it('Q1 what is typed right after the first Ctrl K is not lost', async () => {
    const { user } = await renderRoutes({ handlers: server() });
    await screen.findByRole('button', { name: /^Find screens/ });
    await user.keyboard('{Control>}k{/Control}35x{Backspace}1');
    expect(await screen.findByRole('combobox')).toHaveValue('351');
  });

  it('Q1 Q6 ? lists the shortcuts, but in no field; and can be switched off', async () => {
    const { user } = await openSearch();
    await user.keyboard('?');
    expect(field()).toHaveValue('?');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText('Search, from everywhere')).toBeInTheDocument();
    await user.click(within(list).getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox')).toBeInTheDocument();
  });

  it('Q6 F4 the account menu leads to the shortcuts, and gets the focus back', async () => {
    const { user } = await renderRoutes({ handlers: server() });
    const account = await screen.findByRole('button', { name: /^Account of/ });
    await user.click(account);
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    expect(account).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(account).toHaveFocus());
  });
});

describe('screens and commands', () => {
  it('Q1 N5 has what the operator may open alone; arrow keys go round, Enter opens what is marked', async () => {
    const session = staff('Lock Device', 'Unlock Device', 'Audit Report');
    const { arrive, user } = await openSearch({ session });
    expect(optionsOf('Commands')).toEqual(['Lock Device', 'Unlock Device']);
    expect(optionsOf('Screens')).toEqual(['Home', 'Audit Report', 'Logout']);
    expect(marked()).toHaveTextContent('Lock Device');
    await user.keyboard('{ArrowUp}');
    expect(marked()).toHaveTextContent('Logout');
    await user.keyboard('{ArrowDown}');
    expect(marked()).toHaveTextContent('Lock Device');
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    const heading = await arrive('auditReport', '/auditReport');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it('Q1 N5 has the entries of remotes that the operator may have, at screens that he may open', async () => {
    const named = { order: 1, title: 'Late devices' };
    const searchCommands = [
      { ...named, id: 'late', address: 'warranty/late#all', permission: 'Reports' },
      { ...named, id: 'admins', title: 'Settle', address: 'warranty/late', roles: ['ADMIN' as const] },
      { ...named, id: 'closed', title: 'Closed', address: 'ledger' },
      { ...named, id: 'foreign', title: 'Foreign', address: 'lockDevice' },
    ];
    const own = registryEntry(
      'mf-a',
      [
        declaredScreen('cases', { path: 'warranty/:state', title: 'Cases' }),
        declaredScreen('ledger', { permission: 'Ledger' }),
      ],
      { contributions: { searchCommands } },
    );
    const registry = Promise.resolve(registryDocument([...wholeConsole, own]));
    const { user, address } = await openSearch({ session: staff('Reports', 'Lock Device'), registry });
    expect(optionsOf('Actions')).toEqual(['Late devices']);
    await user.type(field(), 'late{Enter}');
    await waitFor(() => expect(address()).toBe('/warranty/late#all'));
  });

  it('Q1 Q2 finds by the beginnings of words, beside an IMEI too, and says when there is nothing', async () => {
    const { find, user } = await openSearch({ session: admin });
    await user.type(field(), 'wall set');
    expect(options()).toEqual(['Set Wallpaper']);
    expect(field()).toHaveAttribute('aria-activedescendant', marked().id);
    await user.clear(field());
    await user.type(field(), 'nothing so');
    expect(options()).toEqual([]);
    expect(screen.getByText('Nothing found for “nothing so”')).toBeInTheDocument();
    await user.clear(field());
    await user.type(field(), '35693');
    expect(screen.getByText('5 of 15 digits of an IMEI')).toBeInTheDocument();
    await find(`${IMEI} alarm`);
    expect(options()).toEqual(['Activate Alarm', 'Deactivate Alarm']);
  });
});

describe('a device', () => {
  it('Q2 is looked up once, and what fits its last command comes first', async () => {
    const commands = new Map([
      [IMEI, 'SETALARM'],
      [OTHER_IMEI, 'UNLOCK'],
      ['356938035643809', 'LOCK'],
    ]);
    const deviceDetails: FakeHandlers['deviceDetails'] = ({ imei }) =>
      listing({ ...device, imei1: imei, command: commands.get(imei) ?? '' });
    const { api, find } = await openSearch({
      session: staff('Lock Device', 'Unlock Device', 'Device Details'),
      handlers: server({ deviceDetails }),
    });
    for (const [imei, command] of commands) {
      await find(`IMEI: ${imei.replace(/^(.{6})(.{6})/, '$1 $2 ')}, please`);
      expect(await screen.findByRole('group', { name: `Device ${imei}` })).toBeInTheDocument();
      expect(marked()).toHaveTextContent(command === 'LOCK' ? 'Unlock Device' : 'Lock Device');
    }
    expect(api.requestsOf('deviceDetails').map(({ body }) => body['imei'])).toEqual([...commands.keys()]);
    expect(api.requestsOf('auditReportByImei')).toEqual([]);
  });

  it('Q2 offers nothing for a device of an earlier search before it is read again', async () => {
    const again = held<ReturnType<typeof listing<typeof device>>>();
    const answers = [listing({ ...device, command: 'UNLOCK' }), again.promise];
    const { find, user } = await openSearch({
      session: staff('Lock Device', 'Unlock Device', 'Device Details'),
      handlers: server({ deviceDetails: () => answers.shift() ?? listing(device) }),
    });
    await find(IMEI);
    expect(marked()).toHaveTextContent('Lock Device');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    await user.paste(IMEI);
    expect(await screen.findByText('Looking the device up')).toBeInTheDocument();
    expect(options()).toEqual([]);
    again.give(listing({ ...device, command: 'LOCK' }));
    await screen.findByRole('group', { name: `Device ${IMEI}` });
    expect(marked()).toHaveTextContent('Unlock Device');
  });

  it('Q2 without Device Details nothing is looked up, and the commands are there', async () => {
    const { api, find } = await openSearch({ session: staff('Lock Device') });
    await find(IMEI);
    expect(options()).toEqual(['Lock Device']);
    expect(screen.getByText(/need the permission Device Details/)).toBeInTheDocument();
    expect(api.requestsOf('deviceDetails')).toEqual([]);
  });

  it('Q2 L3 a device that the server does not know is sent nothing', async () => {
    const { find } = await openSearch({ session: admin, handlers: server({ deviceDetails: () => listing() }) });
    await find(IMEI);
    expect(screen.getByText('No results found')).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Lock Device' })).not.toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Audit Report' })).toBeInTheDocument();
  });

  it('Q2 D40f four digits list the devices that they begin or end, and Enter shows the first', async () => {
    const listed = { ...device, brand: 'Samsung', model: 'Galaxy A15', state: 'LOCKED' };
    const { api, user } = await openSearch({
      session: staff('Device Details', 'Lock Device'),
      handlers: server({ deviceList: () => ({ ...listing(listed), next: '', total: 1 }) }),
    });
    const digits = IMEI.slice(-4);
    await user.keyboard(digits);
    expect(await screen.findByRole('group', { name: 'Devices with these digits' })).toBeInTheDocument();
    expect(marked()).toHaveTextContent(`${IMEI}Samsung Galaxy A15 · Locked`);
    expect(api.requestsOf('deviceList').map(({ body }) => body)).toMatchObject([{ imeipart: digits, limit: 8 }]);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('group', { name: `Device ${IMEI}` })).toBeInTheDocument();
    expect(field()).toHaveValue(IMEI);
  });

  it('Q2 D40f a mistyped IMEI offers what it may have been; no Enter takes that', async () => {
    const wrong = `${IMEI.slice(0, 14)}${(Number(IMEI[14]) + 1) % 10}`;
    const { api, user } = await openSearch({
      session: staff('Device Details', 'Audit Report'),
      handlers: server({
        deviceDetails: ({ imei }) => (imei === IMEI ? listing(device) : listing()),
        deviceList: () => ({ ...listing({ ...device, imei1: OTHER_IMEI }, device), next: '', total: 2 }),
      }),
    });
    await user.paste(wrong);
    const near = await screen.findByRole('group', { name: 'Registered, and one digit or two neighbours away' });
    expect(within(near).getAllByRole('option')).toHaveLength(1);
    expect(api.requestsOf('deviceList').map(({ body }) => body)).toMatchObject([{ imeinear: wrong }]);
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(wrong);
    await user.click(within(near).getByRole('option'));
    expect(await screen.findByRole('group', { name: `Device ${IMEI}` })).toBeInTheDocument();
  });

  it('Q2 a lookup that fails says why, offers the commands, and is tried again', async () => {
    const fails = () => new FakeNetworkFailure('gone');
    const { api, find, user } = await openSearch({ session: admin, handlers: server({ deviceDetails: fails }) });
    await find(IMEI);
    expect(screen.getByText('The device could not be looked up')).toBeInTheDocument();
    expect(marked()).toHaveTextContent('Lock Device');
    api.use(server());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: `Device ${IMEI}` })).toBeInTheDocument();
  });

  it('Q2 the last result of an IMEI is the audit of operators, of the last month', async () => {
    const registry = Promise.resolve(
      registryDocument([
        ...wholeConsole.slice(0, 3),
        registryEntry('mf-admin', [declaredScreen('operatorAudit', { title: 'Operator Audit', roles: ['ADMIN'] })]),
      ]),
    );
    const { arrive, find, user } = await openSearch({ session: admin, registry });
    await find(IMEI);
    await user.keyboard('{ArrowUp}{Enter}');
    await arrive('operatorAudit', `/operatorAudit#imei=${IMEI}&range=30-days`);
  });
});

describe('a command from the search', () => {
  const lock = commandById('lock');
  const askToLock = async (more: RenderRoutesOptions = {}) => {
    const page = await openSearch({ session: admin, ...more });
    await page.find(IMEI);
    await page.user.keyboard('{Enter}');
    return { ...page, question: await screen.findByRole('alertdialog', { name: 'Lock Device' }) };
  };

  it('Q3 D2 is asked, not sent on Cancel, sent once, and told where it was given; no page changes', async () => {
    const { address, api, question, user } = await askToLock();
    expect(question).toHaveTextContent(`Lock Device will be sent to IMEI ${IMEI}.`);
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(api.requestsOf('lockNotification')).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requestsOf('lockNotification')).toEqual([]);
    await waitFor(() => expect(field()).toHaveFocus());
    expect(field()).toHaveValue(IMEI);
    await user.keyboard('{Enter}');
    await screen.findByRole('alertdialog', { name: 'Lock Device' });
    await user.keyboard('{Tab}{Enter}');
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    expect(api.requestsOf('lockNotification').map(({ body }) => [body['imei'], body['action']])).toEqual([
      [IMEI, 'lock'],
    ]);
    expect(address()).toBe('/');
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeInTheDocument();
    await waitFor(() => expect(field()).toHaveFocus());
    // The device is looked up again until the phone has the command; a hasty Enter sends nothing.
    await waitFor(() => expect(api.requestsOf('deviceDetails').length).toBeGreaterThan(1));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('Q3 D2 D12 after an unknown outcome the same again has the same id, also when the search was closed', async () => {
    const unreachable = () => new FakeNetworkFailure('gone');
    const { api, find, user } = await askToLock({ handlers: server({ lockNotification: unreachable }) });
    await user.keyboard('{Tab}{Enter}');
    expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
    await user.keyboard('{Escape}{Control>}k{/Control}');
    await find(IMEI);
    api.use({ lockNotification: done });
    await user.keyboard('{Enter}');
    await screen.findByRole('alertdialog');
    await user.keyboard('{Tab}{Enter}');
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    const [first, second, ...more] = api.requestsOf('lockNotification');
    expect(second?.transactionId).toBe(first?.transactionId);
    expect(more).toEqual([]);
  });

  it('Q3 C2 C4 T1 asks what its screen asks; a level is a result, a notification has its own screen', async () => {
    const { api, arrive, find, user } = await openSearch({ session: admin });
    await find(`${IMEI} release`);
    await user.keyboard('{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Release Device' });
    expect(question).toHaveTextContent('Are you sure you want to release this device?');
    await user.keyboard('{Enter}');
    await find(`${IMEI} disable app`);
    expect(options()).toEqual(['Disable App (Level 1)', 'Disable App (Level 2)']);
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('alertdialog');
    await user.keyboard('{Tab}{Enter}');
    await screen.findByText(commandById('disableApp').successText, exactly);
    expect(api.requestsOf('lockNotification').map(({ body }) => body['action'])).toEqual(['disableapplevel2']);
    await find(`${IMEI} notification`);
    await user.keyboard('{Enter}');
    await arrive('notify', `/enableNotification#imei=${IMEI}`);
  });
});

describe('several IMEIs', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [
      'one that is rounded',
      `${IMEI}\n3.56E+14\n${OTHER_IMEI}`,
      'Not an IMEI of 15 digits: 3.56E+14. A spreadsheet has',
    ],
    ['one with a letter', `${IMEI}\n35693803E036017\n${OTHER_IMEI}`, 'Not an IMEI of 15 digits: 35693803E036017.'],
    ['digits of another script', `${IMEI}\n००४९९९०१०६४००००\n३५६९३८०३`, 'Not an IMEI of 15 digits: 35693803.'],
  ])('Q2 Q4 with %s beside them lead to every command', async (_what, text, named) => {
    await openSearch({ session: staff('Lock Device', 'Unlock Device', 'Release Device') });
    fireEvent.paste(field(), { clipboardData: { getData: () => text } });
    expect(await screen.findByRole('group', { name: 'Make a batch of 2 IMEIs' })).toBeInTheDocument();
    expect(options()).toEqual(expect.arrayContaining(['Lock Device', 'Unlock Device', 'Release Device']));
    expect(screen.getByText((content) => content.startsWith(named))).toBeInTheDocument();
  });

  it('Q2 a rounded IMEI alone is named, and hides no screen', async () => {
    const { user } = await openSearch({ session: staff('Lock Device', 'Reports') });
    await user.paste('3.56E+14');
    expect(await screen.findByText(/A spreadsheet has rounded 3\.56E\+14: its last digits are lost\./)).toBeVisible();
    expect(options()).toEqual(expect.arrayContaining(['Lock Device', 'Reports']));
  });

  it('Q4 become the file of a batch, whose command is chosen; again, where that file could not be made', async () => {
    const fetchCsv = jest.spyOn(csvCode, 'load').mockRejectedValue(new Error('the chunk is gone'));
    const { address, api, arrive, user } = await openSearch({ session: staff('Lock Device', 'Enable Notification') });
    fireEvent.paste(field(), { clipboardData: { getData: () => `${IMEI}\n35693803\n${OTHER_IMEI}\r\n${IMEI}` } });
    expect(await screen.findByRole('group', { name: 'Make a batch of 2 IMEIs' })).toBeInTheDocument();
    expect(options()).toEqual(['Lock Device']);
    expect(screen.getByText('Not an IMEI of 15 digits: 35693803.')).toBeInTheDocument();
    expect(screen.getByText('1 repeated one is left out.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The list could not be made into a file')).toBeInTheDocument();
    expect(address()).toBe('/');
    fetchCsv.mockRestore();
    await user.keyboard('{Enter}');
    await arrive('lock', '/lockDevice');
    expect(api.requestsOf('lockNotification')).toEqual([]);
  });
});

describe('from Home', () => {
  it('Q4 D40 D40a a file goes to the command that is chosen, and nothing is sent', async () => {
    const Handed = () => {
      const { waiting } = useWaitingHandover('lock');
      return <h1>{waiting?.kind === 'file' && waiting.file.name}</h1>;
    };
    const { address, api, user } = await renderRoutes({
      session: staff('Lock Device', 'Enable Notification'),
      handlers: server(),
      loader: fakeLoader(async () => ({ Screen: Handed })),
    });
    const file = new File(['sno,imei1\n'], 'chosen.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('CSV file'), file);
    expect(await screen.findByText(/^chosen\.csv\. Choose the command of its batch/)).toBeInTheDocument();
    expect(options()).toEqual(['Lock Device', 'Enable Notification']);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'chosen.csv' });
    expect(address()).toBe('/lockDevice');
    expect(api.requestsOf('lockNotification')).toEqual([]);
  });

  it('Q2 D40 the search opens by its button, and by a paste beside it', async () => {
    const { user } = await renderRoutes({ session: staff('Lock Device'), handlers: server() });
    const button = await screen.findByRole('button', { name: 'Find' });
    await user.click(button);
    expect(await screen.findByRole('combobox')).toHaveValue('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    fireEvent.paste(button, { clipboardData: { files: [], getData: () => `IMEI ${IMEI}` } });
    expect(await screen.findByRole('combobox')).toHaveValue(`IMEI ${IMEI}`);
  });
});

describe('the empty search', () => {
  it('Q5 has the devices that were looked at, the newest first, for this operator alone, then batches', async () => {
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device', 'paused')]);
    const { find, user } = await openSearch({ session: admin, batches: holder });
    await find(IMEI);
    await find(OTHER_IMEI);
    await user.clear(field());
    const [first, second] = screen.getAllByRole('group');
    expect([first, second]).toEqual(['Recent devices', 'Batches'].map((name) => screen.getByRole('group', { name })));
    expect(optionsOf('Recent devices')).toEqual([OTHER_IMEI, IMEI]);
    const kept = Object.keys(localStorage).filter((key) => key.includes('recentDevices'));
    expect(kept).toEqual(['console:remote:operator%40example.com:shell:recentDevices']);
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(OTHER_IMEI);
  });

  it('Q5 D16 D40 has the batches under way, those left unfinished, then those of the server, each once', async () => {
    const underWay = activeBatch('lock', 'Lock Device', 'paused');
    const stored = unfinishedBatch('lock');
    const { holder } = await fakeBatches(
      [underWay],
      [{ ...stored, header: { ...stored.header, batchId: underWay.state.batch.batchId } }, unfinishedBatch('release')],
    );
    const run = {
      ...{ batchId: 'b-2', action: 'unlock', file: 'x.csv', oldfile: 'october.csv', user: '', updatedAt: '' },
      ...{ startedAt: '2026-10-01 10:00:00', total: 2, found: 2, notFound: 0, sent: 0, acknowledged: 2, failed: 0 },
      ...{ lastimei: IMEI, isComplete: 'complete' },
    };
    const handlers = server({ batchRuns: () => listing(run) });
    const { api, arrive, user } = await openSearch({ session: admin, batches: holder, handlers });
    await screen.findByRole('option', { name: /^release.csv/ });
    await screen.findByRole('option', { name: /^october.csv/ });
    expect(optionsOf('Batches')).toEqual([
      'devices.csvLock Device, 50 of 200, paused',
      'release.csvRelease Device, 40 of 100, unfinished',
      expect.stringMatching(/^october\.csvUnlock Device, complete, started/),
    ]);
    expect(marked()).toHaveTextContent('devices.csv');
    await user.keyboard('{ArrowDown}{Enter}');
    await arrive('release', '/releaseDevice');
    expect(api.requestsOf('lockNotification')).toEqual([]);
  });

  it('Q5 D1a an existing back end is not asked for batches', async () => {
    const { api } = await openSearch({ session: admin, config: { backend: 'legacy' } });
    expect(screen.queryByRole('group', { name: 'Batches' })).not.toBeInTheDocument();
    expect(api.requestsOf('batchRuns')).toEqual([]);
  });
});
