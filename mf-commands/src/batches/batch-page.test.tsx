import { act, screen, waitFor, within } from '@testing-library/react';
import { commandById, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  FakeFailure,
  recordDownloads,
  renderScreen,
  rowsOf,
  type FakeHandlers,
  type RenderScreenOptions,
  held,
  memoryStore,
} from '@device-console/shared-lib/testing';
import type { BatchManager } from '@device-console/shared-lib/batch';
import { batchRun as run } from '../testing/batch-run.ts';
import { leftUnfinished } from '../testing/left-unfinished.ts';
import { memoryBatches } from '../testing/memory-batches.ts';
import { Screen } from './batches-screen.tsx';

const IMEIS = ['004999010640001', '004999010640003', '004999010640005'];
const { batchId } = run;

/** The server of a batch whose last row is open; it records which run holds it. */
function server(row: Partial<BatchRunRow> = {}): FakeHandlers {
  const outcomes = [
    { outcome: 'found', command: 'acknowledged' },
    { outcome: 'refused', message: 'It is released.' },
    { outcome: 'open' },
  ];
  const success = { status: 'success', message: '' } as const;
  return {
    batchRuns: () => ({ ...success, items: [{ ...run, ...row }] }),
    batchClaim: ({ run: asking }) => ({ ...success, run: asking }),
    batchOutcomes: ({ after }) => ({
      ...success,
      items: outcomes.map((one, index) => ({ row: index + 1, imei: IMEIS[index] ?? '', ...one })).slice(after),
      devices: 3,
      action: 'lock',
      fileName: 'overdue.csv',
      report: 'lock',
      file: 'lock-1.csv',
      total: 3,
      invalid: 0,
      duplicates: 0,
      startedAt: run.startedAt,
    }),
    batchItems: ({ items }) => ({
      ...success,
      items: items.map((item) => ({ row: item.row, outcome: 'answered', message: 'found' })),
    }),
    getImeiDetails: () => ({ ...success, message: 'found' }),
    updateStatusOnServer: () => success,
  };
}

async function open(options: RenderScreenOptions = {}, store = memoryStore()) {
  const managers = held<BatchManager>();
  const manager = managers.promise;
  const page = await renderScreen(Screen, {
    address: `/batches#${batchId}`,
    path: '/batches',
    handlers: server(),
    loadBatches: () => manager,
    ...options,
  });
  const { client, api } = page;
  const batches = memoryBatches(client, api.session.email, store, 'this login', true);
  await act(async () => managers.give(batches));
  await screen.findByRole('heading', { level: 1, name: 'overdue.csv' });
  return { ...page, batches };
}

const figure = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
const takeOver = () => screen.findByRole('button', { name: 'Take over…' });

describe('the page of a batch', () => {
  it('D17a says how far it is, who has it, and what became of its commands', async () => {
    const { api } = await open();
    expect(api.requestsOf('batchRuns')[0]?.body).toMatchObject({ batchId });
    expect(screen.getByText('2 / 3')).toBeInTheDocument();
    expect(['State', 'Sent by', 'Started by', 'Found', 'Acknowledged by phones'].map(figure)).toEqual([
      'Not responding',
      'asha@example.com, Chrome 142 on Windows',
      'asha@example.com',
      '1',
      '1',
    ]);
  });

  it('D17c says of commands that never came to their phones how they ended', async () => {
    await open({ handlers: server({ found: 9, queued: 2, expired: 3, unknown: 1, cancelled: 2 }) });
    const terms = ['Waiting at the server', 'Expired unsent', 'Outcome unknown', 'Cancelled unsent'];
    expect(terms.map(figure)).toEqual(['2', '3', '1', '2']);
  });

  it('D17a its devices are read when asked for, and saved as CSV', async () => {
    const downloads = recordDownloads();
    const { user, api } = await open();
    expect(api.requestsOf('batchOutcomes')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show the devices' }));
    const table = await screen.findByRole('table', { name: 'Devices' });
    expect(rowsOf(table)).toEqual([
      expect.stringMatching(/ \| found \| Acknowledged \| $/),
      expect.stringMatching(/ \| refused \| – \| It is released\.$/),
      expect.stringMatching(/ \| open \| – \| $/),
    ]);
    const exportButton = screen.getByRole('button', { name: 'Export' });
    await waitFor(() => expect(exportButton).toBeEnabled());
    await user.click(exportButton);
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await screen.findByText('overdue.csv was written.');
    // The closed menu gives the focus back with the next frame.
    await waitFor(() => expect(exportButton).toHaveFocus());
    expect(downloads.map(({ name }) => name)).toEqual(['overdue.csv']);
    expect(await downloads[0]?.text()).toContain('It is released.');
  });

  it('N5 D17a its devices have the actions that remotes offer for them, with the IMEI', async () => {
    const audiences = ['standard', 'superadmin'] as const;
    const deviceActions = [
      {
        id: 'mf-x/claim',
        title: 'Claim',
        order: 1,
        path: 'claim',
        audiences,
        rows: ['batch'],
        when: { outcome: ['found'] },
      },
      { id: 'mf-x/look', title: 'Look', order: 1, path: 'look', audiences },
    ];
    const { user } = await open({ deviceActions });
    await user.click(screen.getByRole('button', { name: 'Show the devices' }));
    const table = await screen.findByRole('table', { name: 'Devices' });
    const links = within(table).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Claim', `/claim#imei=${IMEIS[0]}`],
    ]);
  });

  it.each([
    ['Lock Device again: 1 refused or failed', '/lockDevice'],
    ['Prepare Unlock Device', '/unlockDevice'],
  ])('N5 D17a D40a %s: what was refused once more, or what was found back', async (name, screenOfCommand) => {
    const { user, address } = await open();
    await user.click(screen.getByRole('button', { name: 'Show the devices' }));
    await user.click(await screen.findByRole('button', { name }));
    expect(address()).toBe(screenOfCommand);
  });

  it('N5 D17a nothing is sent once more, undone or taken over that the gateway does not offer', async () => {
    const { user } = await open({ offer: { gateway: 'Knox Guard', actions: ['notify'] } });
    await user.click(screen.getByRole('button', { name: 'Show the devices' }));
    await screen.findByRole('table', { name: 'Devices' });
    expect(screen.queryByRole('button', { name: /^(Lock Device again|Prepare|Take over|Resume)/ })).toBeNull();
  });

  it('D17b asks, takes the batch over, and goes on with what is open', async () => {
    const { user, api, address, batches } = await open();
    await user.click(await takeOver());
    const dialog = screen.getByRole('alertdialog', { name: 'Take over overdue.csv?' });
    expect(dialog).toHaveTextContent(
      'asha@example.com had it in Chrome 142 on Windows, which has not been in contact recently.',
    );
    expect(api.requestsOf('batchClaim')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(address()).toBe('/lockDevice'));
    expect(api.requestsOf('batchClaim')[0]?.body).toMatchObject({ action: 'lock', batchId, takeOver: true });
    await waitFor(() => expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual([IMEIS[2]]));
    await waitFor(() =>
      expect(batches.runnerFor(api.session.email, commandById('lock')).getSnapshot().status).toBe('finished'),
    );
  });

  it('D17b a batch that is being sent says where before it is taken over', async () => {
    const { user } = await open({ handlers: server({ state: 'running' }) });
    await user.click(await takeOver());
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'asha@example.com is sending it now in Chrome 142 on Windows. It stops there and continues here.',
    );
  });

  it('D17b an unfinished batch of the command in this browser comes first', async () => {
    const store = await leftUnfinished(commandById('lock'));
    const { user, api } = await open({}, store);
    await user.click(await takeOver());
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take over' }));
    expect(
      await screen.findByText('This browser has an unfinished batch of Lock Device. Finish it or leave it first.'),
    ).toBeInTheDocument();
    expect(api.requestsOf('batchClaim')).toEqual([]);
  });

  it('D17b a failure says why, and nothing is kept here', async () => {
    const { user, api, batches } = await open();
    api.use({
      batchClaim: () => new FakeFailure({ message: 'This batch is complete.' }),
    });
    await user.click(await takeOver());
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take over' }));
    expect(await screen.findByText('The batch could not be taken over')).toBeInTheDocument();
    expect(screen.getByText('This batch is complete.')).toBeInTheDocument();
    await expect(batches.unfinished(api.session.email)).resolves.toEqual([]);
  });

  it.each([
    ['that is complete', { handlers: server({ state: 'complete', isComplete: 'complete' }) }],
    ['that the server was not told of', { handlers: server({ state: '', done: null }) }],
    ['of a command that this operator may not send', { session: { userlevel: 'USER', permissions: [] } }],
  ] as const)('D17b a batch %s is not taken over', async (_, options) => {
    await open(options);
    await screen.findByText('Progress');
    expect(screen.queryByRole('button', { name: 'Take over…' })).not.toBeInTheDocument();
  });

  it('D17a says when there is no such batch', async () => {
    await renderScreen(Screen, {
      address: `/batches#${batchId}`,
      path: '/batches',
      handlers: { batchRuns: () => ({ status: 'success', message: '', items: [] }) },
    });
    expect(await screen.findByText('There is no such batch')).toBeInTheDocument();
  });
});
