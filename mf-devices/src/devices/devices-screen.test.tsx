import { screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useWaitingHandover } from '@device-console/shared-lib/console';
import { limits } from '@device-console/shared-lib/contract';
import { imeiText, readImeiCsv } from '@device-console/shared-lib/csv';
import {
  FakeFailure,
  headOf,
  recordDownloads,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './devices-screen.tsx';

const imeis = Array.from({ length: 8 }, (_, index) => `35693803000000${index}`);
const device = (imei1: string) => ({
  ...{ imei1, brand: 'Samsung', model: 'Galaxy A15', claimstatus: 'ENROLLED' },
  state: imei1.endsWith('5') ? 'LOCKED' : 'NO LOCK',
});
const states = [
  { state: 'LOCKED', devices: 1 },
  { state: 'NO LOCK', devices: 7 },
  { state: 'RELEASED', devices: 2 },
];

/** Shows what waits for Lock Device, beside the screen. */
function Waiting(): ReactNode {
  const { waiting } = useWaitingHandover('lock');
  const [text, setText] = useState('');
  useEffect(() => {
    if (waiting?.kind === 'file')
      void readImeiCsv(waiting.file).then(
        (read) => read.kind === 'read' && setText(Array.from(read.rows, imeiText).join()),
      );
  }, [waiting]);
  return <output aria-label="Handed over">{text}</output>;
}
const Page = (): ReactNode => (
  <>
    <Screen />
    <Waiting />
  </>
);

const none = {};
const noNames = { reports: none, permissions: none, actions: none, folders: none, calls: none };
const mayDo = [
  ...['Device Details', 'Lock Device', 'Unlock Device', 'Enable Notification'],
  ...['Release Device', 'Activate Alarm'],
];

/** A server with these devices, this many a page. */
const open = (options: RenderScreenOptions = {}, aPage = imeis.length) =>
  renderScreen(Page, {
    path: '/*',
    address: '/devices',
    ...options,
    session: { userlevel: 'USER', permissions: mayDo },
    handlers: {
      deviceList: ({ cursor = '', limit, state, imeipart = '' }) => {
        const fitting = imeis.filter(
          (imei) => imei.endsWith(imeipart) && (state === undefined || device(imei).state === state),
        );
        const rest = fitting.filter((imei) => imei > cursor);
        const items = rest.slice(0, Math.min(limit, aPage));
        const next = items.length === rest.length ? '' : (items.at(-1) ?? '');
        return { status: 'success', message: '', items: items.map(device), next, total: null };
      },
      deviceCounts: () => ({ status: 'success', message: '', total: imeis.length, states }),
      ...options.handlers,
    },
  });
const box = (imei = '') => screen.findByRole('checkbox', { name: `Select ${imei}` });
const handedOver = async (): Promise<readonly string[]> => {
  const output = screen.getByRole('status', { name: 'Handed over' });
  await waitFor(() => expect(output).not.toBeEmptyDOMElement());
  return output.textContent.split(',');
};

afterEach(() => jest.restoreAllMocks());

describe('devices as a list', () => {
  it('D40d shows what each device is, and filters by what is in the address, as it is set', async () => {
    const { api, user, address, goTo } = await open({ address: '/devices#state=ENROLLED&model=a15' });
    const table = within(await screen.findByRole('table', { name: 'Devices' }));
    expect(table.getAllByText('Samsung Galaxy A15')).toHaveLength(imeis.length);
    expect(api.requestsOf('deviceList')[0]?.body).toMatchObject({ claimstatus: 'ENROLLED', model: 'a15', limit: 200 });
    await user.selectOptions(screen.getByLabelText('Last Command'), 'LOCK');
    await user.type(screen.getByLabelText('App Version'), ' 5.1 ');
    await user.click(screen.getByRole('button', { name: 'Registered' }));
    await user.type(screen.getByLabelText('Registered from'), '2026-11-01');
    const all = { claimstatus: 'ENROLLED', model: 'a15', command: 'LOCK', appversion: '5.1', startdate: '2026-11-01' };
    await waitFor(() => expect(api.requestsOf('deviceList').at(-1)?.body).toMatchObject(all));
    const bookmark = address();
    await goTo('/devices');
    expect(screen.getByLabelText('Last Command')).toHaveValue('');
    expect(screen.getByLabelText('App Version')).toHaveValue('');
    await goTo(bookmark);
    expect(screen.getByLabelText('Last Command')).toHaveValue('LOCK');
    expect(screen.getByLabelText('Registered from')).toHaveValue('2026-11-01');
    await user.type(screen.getByLabelText('Registered until'), '2026-10-01');
    expect(screen.getAllByText('End date cannot be prior to start date')).not.toEqual([]);
    expect(api.requestsOf('deviceList').at(-1)?.body).not.toHaveProperty('enddate');
  });

  it('D40e what is locked is one press away, with the number of each state, and how the totals add up', async () => {
    const { api, user, address } = await open();
    const choice = within(await screen.findByRole('group', { name: 'State' }));
    await user.click(await choice.findByRole('button', { name: 'Locked 1' }));
    expect(address()).toBe('/devices#is=LOCKED');
    await waitFor(async () => expect(rowsOf(await screen.findByRole('table'))).toHaveLength(1));
    expect(rowsOf(screen.getByRole('table'))[0]).toContain(`${imeis[5]} | Locked | Samsung Galaxy A15`);
    expect(api.requestsOf('deviceList').at(-1)?.body).toMatchObject({ state: 'LOCKED' });
    expect(choice.getByRole('button', { pressed: true })).toHaveAccessibleName('Locked 1');
    const totals = /^10 devices on record: 8 enrolled, 0 de-enrolled, 2 released\. .*Home \(8\)/;
    expect(screen.getByText(totals)).toBeVisible();
    await user.click(choice.getByRole('button', { name: 'All 10' }));
    expect(address()).toBe('/devices');
  });

  it('D40f four digits of an IMEI find its device; fewer are waited for', async () => {
    const { api, user, address } = await open();
    await box(imeis[0]);
    const field = screen.getByLabelText('Part of an IMEI, at its beginning or end');
    await user.type(field, '000{Enter}');
    expect(screen.getByText('from 4 digits')).toBeVisible();
    expect(api.requestsOf('deviceList')).toHaveLength(1);
    await user.keyboard('5');
    await waitFor(() => expect(address()).toBe('/devices#part=0005'));
    await waitFor(() => expect(rowsOf(screen.getByRole('table'))).toHaveLength(1));
    expect(field).toHaveFocus();
    expect(await box(imeis[5])).toBeVisible();
  });

  it('D40e D40f a server that leaves state and part out of account is not believed', async () => {
    const { goTo } = await open({
      address: '/devices#is=LOCKED',
      handlers: {
        deviceList: () => ({ status: 'success', message: '', items: imeis.map(device), next: '', total: 8 }),
      },
    });
    const REFUSED = /This server does not select devices by their state/;
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await goTo('/devices');
    expect(await screen.findByRole('table')).toBeInTheDocument();
  });

  it('D1a D40e where the server counts no states, enrolment is filtered by, and no state is shown', async () => {
    const { api, goTo } = await open({
      config: { backend: 'legacy', names: { ...noNames, calls: { 'deviceList.php': 'devices.php' } } },
      handlers: {
        deviceList: () => ({
          ...{ status: 'success', message: '', next: '', total: 8 },
          items: imeis.map((imei) => ({ ...device(imei), state: '' })),
        }),
      },
    });
    expect(headOf(await screen.findByRole('table'))).not.toContain('State');
    expect(screen.getByLabelText('Enrollment Status')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'State' })).not.toBeInTheDocument();
    await goTo('/devices#is=LOCKED');
    expect(await screen.findByText(/^This server does not select devices by their state/)).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(api.requestsOf('deviceCounts')).toEqual([]);
  });

  it('D40d keeps a filter by name until it is removed', async () => {
    const { user, address, goTo } = await open({ address: '/devices#is=LOCKED&model=a15' });
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(screen.getByRole('menuitem', { name: 'Save this view…' }));
    await user.type(screen.getByLabelText('Name'), 'Locked A15{Enter}');
    expect(await screen.findByRole('button', { name: 'Locked A15' })).toBeInTheDocument();
    await goTo('/devices');
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(screen.getByRole('menuitem', { name: 'Locked A15' }));
    expect(address()).toBe('/devices#is=LOCKED&model=a15');
    await user.click(await screen.findByRole('button', { name: 'Locked A15' }));
    await user.click(screen.getByRole('menuitem', { name: 'Remove “Locked A15”' }));
    expect(await screen.findByRole('button', { name: 'Views' })).toBeInTheDocument();
  });

  it('D40a D40d devices selected one by one and by ranges become the list of a command', async () => {
    const { user, address } = await open();
    await user.click(await box(imeis[1]));
    await user.keyboard('{Shift>}');
    await user.click(await box(imeis[5]));
    await user.keyboard('{/Shift}');
    await user.click(await box(imeis[3]));
    const bar = within(screen.getByRole('group', { name: 'Selected devices' }));
    expect(bar.getByRole('status')).toHaveTextContent('4 selected');
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Lock Device', 'Unlock Device', 'Enable Notification', 'More…'],
      ...['Save the list (CSV)', 'Clear the selection'],
    ]);
    await user.click(bar.getByRole('button', { name: 'More commands' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Activate Alarm',
      'Release Device',
    ]);
    await user.keyboard('{Escape}');
    await user.click(bar.getByRole('button', { name: 'Lock Device' }));
    expect(await handedOver()).toEqual([1, 2, 4, 5].map((index) => imeis[index]));
    expect(address()).toBe('/lockDevice');
  });

  it('N5 D40d offers only the commands that the gateway has', async () => {
    const { user } = await open({ offer: { gateway: 'Knox Guard', actions: ['lock', 'release'] } });
    await user.click(await box(imeis[1]));
    const bar = within(screen.getByRole('group', { name: 'Selected devices' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Lock Device', 'More…', 'Save the list (CSV)', 'Clear the selection'],
    ]);
    await user.click(bar.getByRole('button', { name: 'More commands' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Release Device']);
  });

  it('D40d one device goes into the form of its command; several notifications begin with a file', async () => {
    const saved = recordDownloads();
    const { user, address } = await open();
    await user.click(await box(imeis[1]));
    await user.click(await box(imeis[2]));
    await user.click(screen.getByRole('button', { name: 'Enable Notification' }));
    expect(await screen.findByText('The list was saved as notifications.csv')).toBeInTheDocument();
    expect(saved.map(({ name }) => name)).toEqual(['notifications.csv']);
    const [file] = saved;
    const [head, ...rows] = ((await file?.text()) ?? '').trim().split('\r\n');
    expect(head).toMatch(/^\uFEFF?sno,name,imei1,amount,date,template$/);
    expect(rows.map((row) => row.replace(/[="']/g, ''))).toEqual([`1,,${imeis[1]},,,`, `2,,${imeis[2]},,,`]);
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByRole('group', { name: 'Selected devices' })).not.toBeInTheDocument();
    await user.click(await box(imeis[1]));
    await user.click(screen.getByRole('button', { name: 'Lock Device' }));
    expect(address()).toBe(`/lockDevice#imei=${imeis[1]}`);
  });

  it('D40d all that match are selected, those that are not shown too, but for those taken out', async () => {
    const { api, user } = await open({}, 3);
    expect(await screen.findByText('3 of 8 shown')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select all 8 devices' }));
    await user.click(await box(imeis[0]));
    expect(screen.getByText('7 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Lock Device' }));
    expect(await handedOver()).toEqual(imeis.slice(1));
    expect(api.requestsOf('deviceList')).toHaveLength(4);
  });

  it('D40b D40d what Home has counted is selected from the beginning, and its command is one press away', async () => {
    const { api, user } = await open({ address: '/devices#trouble=failed&report=lock' });
    expect(await screen.findByText('Lock Device failed on these devices in the last 24 hours.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Lock Device again' }));
    expect(api.requestsOf('deviceList')[0]?.body).toMatchObject({ trouble: 'failed', report: 'lock' });
    expect(await handedOver()).toEqual(imeis);
  });

  it('D40d a list that cannot be had, or gathered, says why, and nothing is handed over', async () => {
    const { api, user } = await open({}, 3);
    await user.click(await screen.findByRole('button', { name: 'Select all 8 devices' }));
    api.use({
      deviceList: () => new FakeFailure({ message: 'The database is busy.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Lock Device' }));
    expect(await screen.findByText('The devices could not be gathered; nothing was done')).toBeInTheDocument();
    expect(screen.getByRole('status', { name: 'Handed over' })).toBeEmptyDOMElement();
    await user.click(screen.getByRole('button', { name: /^Locked/ }));
    expect(await screen.findByText('Cannot fetch the data now, please try again')).toBeInTheDocument();
    expect(screen.getByText('The database is busy.')).toBeInTheDocument();
  });

  it('D40d too many for a batch are refused; that is not said again after a Cancel', async () => {
    jest.replaceProperty(limits, 'batchRows', imeis.length - 1);
    const { api, user } = await open({}, 3);
    await user.click(await screen.findByRole('button', { name: 'Select all 8 devices' }));
    await user.click(screen.getByRole('button', { name: 'Save the list (CSV)' }));
    expect(await screen.findByText(/^A batch takes at most 7 devices/)).toBeInTheDocument();
    const never = new Promise<never>(() => undefined);
    api.use({
      deviceList: ({ cursor = '' }) => {
        if (cursor !== '') return never;
        return { status: 'success', message: '', items: imeis.slice(0, 3).map(device), next: 'more', total: null };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Save the list (CSV)' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Save the list (CSV)' })).toBeInTheDocument();
    expect(screen.queryByText(/^A batch takes at most/)).not.toBeInTheDocument();
  });

  it('D1a D40d an existing back end lists none, and is not asked', async () => {
    const { api } = await open({ config: { backend: 'legacy' } });
    expect(await screen.findByText('This server does not list devices.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });
});
