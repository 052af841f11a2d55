import { screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useWaitingHandover } from '@device-console/shared-lib/console';
import { limits } from '@device-console/shared-lib/contract';
import { imeiText, readImeiCsv } from '@device-console/shared-lib/csv';
import { FakeFailure, renderScreen, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { Screen } from './devices-screen.tsx';

const imeis = Array.from({ length: 8 }, (_, index) => `35693803000000${index}`);
const device = (imei1: string) => ({ imei1, brand: 'Samsung', model: 'Galaxy A15', claimstatus: 'ENROLLED' });

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

/** A server with these devices, this many a page. */
const open = (options: RenderScreenOptions = {}, aPage = imeis.length) =>
  renderScreen(Page, {
    path: '/*',
    address: '/devices',
    session: { userlevel: 'USER', permissions: ['Device Details', 'Lock Device', 'Unlock Device'] },
    handlers: {
      deviceList: ({ cursor = '', limit }) => {
        const from = imeis.findIndex((imei) => imei > cursor);
        const items = imeis.slice(from, from + Math.min(limit, aPage));
        const last = items.at(-1) ?? '';
        const next = last === imeis.at(-1) ? '' : last;
        return { status: 'success', message: '', items: items.map(device), next, total: cursor ? null : imeis.length };
      },
    },
    ...options,
  });
const box = (imei = '') => screen.findByRole('checkbox', { name: `Choose ${imei}` });
const handedOver = async (): Promise<readonly string[]> => {
  const output = screen.getByRole('status', { name: 'Handed over' });
  await waitFor(() => expect(output).not.toBeEmptyDOMElement());
  return output.textContent.split(',');
};

afterEach(() => jest.restoreAllMocks());

describe('devices as a list', () => {
  it('D40d shows what each device is, and filters by what stands in the address', async () => {
    const { api, user, address, goTo } = await open({ address: '/devices#state=ENROLLED&model=a15' });
    const table = within(await screen.findByRole('table', { name: 'Devices' }));
    expect(table.getAllByText('Samsung Galaxy A15')).toHaveLength(imeis.length);
    expect(api.requestsOf('deviceList')[0]?.body).toMatchObject({ claimstatus: 'ENROLLED', model: 'a15', limit: 200 });
    await user.selectOptions(screen.getByLabelText('Last Command'), 'LOCK');
    await user.type(screen.getByLabelText('App Version'), ' 5.1 ');
    await user.type(screen.getByLabelText('Registered from'), '2026-11-01');
    await user.click(await screen.findByRole('button', { name: 'Show devices' }));
    await waitFor(() => expect(api.requestsOf('deviceList')).toHaveLength(2));
    expect(api.requestsOf('deviceList')[1]?.body).toMatchObject({
      claimstatus: 'ENROLLED',
      model: 'a15',
      command: 'LOCK',
      appversion: '5.1',
      startdate: '2026-11-01',
    });
    const bookmark = address();
    await goTo('/devices');
    expect(screen.getByLabelText('Last Command')).toHaveValue('');
    await goTo(bookmark);
    expect(screen.getByLabelText('Last Command')).toHaveValue('LOCK');
    expect(screen.getByLabelText('Registered from')).toHaveValue('2026-11-01');
    await user.type(screen.getByLabelText('Registered until'), '2026-10-01');
    await user.click(await screen.findByRole('button', { name: 'Show devices' }));
    expect(screen.getAllByText('End date cannot be prior to start date')).not.toEqual([]);
  });

  it('D40a D40d devices chosen one by one and by ranges become the list of a command', async () => {
    const { user, address } = await open();
    await user.click(await box(imeis[1]));
    await user.keyboard('{Shift>}');
    await user.click(await box(imeis[5]));
    await user.keyboard('{/Shift}');
    await user.click(await box(imeis[3]));
    expect(screen.queryByRole('button', { name: / again: / })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hand 4 devices to a command' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Lock Device',
      'Unlock Device',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Lock Device' }));
    expect(await handedOver()).toEqual([1, 2, 4, 5].map((index) => imeis[index]));
    expect(address()).toBe('/lockDevice');
  });

  it('D40d all that match are chosen, those that are not shown too, but for those taken out', async () => {
    const { api, user } = await open({}, 3);
    expect(await screen.findByText('3 of 8 shown')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Choose all 8 devices' }));
    await user.click(await box(imeis[0]));
    await user.click(screen.getByRole('button', { name: 'Hand 7 devices to a command' }));
    await user.click(screen.getByRole('menuitem', { name: 'Lock Device' }));
    expect(await handedOver()).toEqual(imeis.slice(1));
    expect(api.requestsOf('deviceList')).toHaveLength(4);
  });

  it('D40b D40d what Home has counted is chosen from the beginning, and its command is one press away', async () => {
    const { api, user } = await open({ address: '/devices#trouble=failed&report=lock' });
    expect(await screen.findByText('Lock Device failed on these devices in the last 24 hours.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Lock Device again: 8 devices' }));
    expect(api.requestsOf('deviceList')[0]?.body).toMatchObject({ trouble: 'failed', report: 'lock' });
    expect(await handedOver()).toEqual(imeis);
  });

  it('D40d a list that cannot be had, or gathered, says why, and nothing is handed over', async () => {
    const { api, user } = await open({}, 3);
    await user.click(await screen.findByRole('button', { name: 'Choose all 8 devices' }));
    api.use({
      deviceList: () => new FakeFailure({ message: 'The database is busy.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Hand 8 devices to a command' }));
    await user.click(screen.getByRole('menuitem', { name: 'Lock Device' }));
    expect(await screen.findByText('The devices could not be gathered; nothing was done')).toBeInTheDocument();
    expect(screen.getByRole('status', { name: 'Handed over' })).toBeEmptyDOMElement();
    await user.click(await screen.findByRole('button', { name: 'Show devices' }));
    expect(await screen.findByText('Cannot fetch the data now, please try again')).toBeInTheDocument();
    expect(screen.getByText('The database is busy.')).toBeInTheDocument();
  });

  it('D40d too many for a batch are refused; that is not said again after a Cancel', async () => {
    jest.replaceProperty(limits, 'batchRows', imeis.length - 1);
    const { api, user } = await open({}, 3);
    await user.click(await screen.findByRole('button', { name: 'Choose all 8 devices' }));
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
