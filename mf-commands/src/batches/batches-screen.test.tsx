import { screen, waitFor, within } from '@testing-library/react';
import { type BatchRunRow, calls } from '@device-console/shared-lib/contract';
import { parseConfig } from '@device-console/shared-lib/contract/server';
import {
  FakeFailure,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
  type FakeHandlers,
} from '@device-console/shared-lib/testing';
import { Screen } from './batches-screen.tsx';
import { batchRun } from '../testing/batch-run.ts';

describe('the list of batches', () => {
  const run: BatchRunRow = {
    ...batchRun,
    batchId: 'b-1',
    user: 'operator@example.com',
    holder: 'operator@example.com',
    place: 'Chrome 142 on Linux',
    total: 1200,
    found: 1100,
    notFound: 100,
    sent: 300,
    acknowledged: 700,
    failed: 5,
    queued: 95,
    done: 1200,
    lastimei: '004999010640000',
    isComplete: 'complete',
    state: 'complete',
  };
  const graded: BatchRunRow = {
    ...run,
    batchId: 'b-2',
    action: 'disableapplevel2',
    oldfile: 'graded.csv',
    total: null,
    notFound: null,
    lastimei: '',
    isComplete: 'incomplete',
    state: '',
    done: null,
  };

  const open = (options: RenderScreenOptions = {}) =>
    renderScreen(Screen, {
      address: '/batches',
      handlers: { batchRuns: () => ({ status: 'success', message: '', items: [run, graded] }) },
      ...options,
    });

  const cellsOf = async (file: string) => {
    const table = (await screen.findByRole('rowheader', { name: file })).closest('table') ?? document.body;
    return rowsOf(table).find((row) => row.includes(` | ${file} | `)) ?? '';
  };

  it('D17 D4a shows command and level, user, figures, last IMEI and state as far as known', async () => {
    await open();
    const cells = await cellsOf('overdue.csv');
    expect(cells).toMatch(/^1 \| overdue\.csv \| Lock Device \| operator@example\.com \| /);
    expect(cells).toContain(' | operator@example.com, Chrome 142 on Linux | ');
    expect(cells).toContain(' | Complete | 1,200 | 1,200 | 1,100 | 100 | 0 | 300 | 700 | 5 | 004999010640000');
    expect(await cellsOf('graded.csv')).toMatch(
      /Disable App \(Level 2\) .* \| Unfinished \| – \| – \| 1,100 \| – (\| \S+ ){4}\| –/,
    );
    expect(screen.getByRole('link', { name: 'Lock Device' })).toHaveAttribute('href', '/lockDevice');
  });

  it('D17 a run that is complete says how many of its devices were refused', async () => {
    const items = [{ ...run, notFound: 52, refused: 48 }];
    await open({ handlers: { batchRuns: () => ({ status: 'success', message: '', items }) } });
    expect(await cellsOf('overdue.csv')).toContain(' | Complete, 48 refused | 1,200 | 1,200 | 1,100 | 52 | 48 | ');
  });

  it("D17 D17b N5 an operator sees other accounts' batches only when asking, of the own commands", async () => {
    const { api, user } = await open({ session: { userlevel: 'USER', permissions: [] } });
    expect(await cellsOf('overdue.csv')).toContain(' | Lock Device | ');
    expect(screen.queryByRole('link', { name: 'Lock Device' })).not.toBeInTheDocument();
    expect(api.requestsOf('batchRuns').map(({ body }) => body)).toEqual([{ user: api.session.email }]);
    await user.click(screen.getByRole('checkbox', { name: 'Batches of everyone, of the commands that I may send' }));
    await waitFor(() => expect(api.requestsOf('batchRuns').at(-1)?.body).toMatchObject({ everyone: true }));
  });

  it.each(['ADMIN', 'SUPERADMIN'])('D9 %s may see the batches of everyone', async (userlevel) => {
    const { api, user } = await open({ session: { userlevel } });
    await cellsOf('overdue.csv');
    await user.click(screen.getByRole('checkbox', { name: 'Batches of everyone' }));
    await waitFor(() =>
      expect(api.requestsOf('batchRuns').at(-1)?.body).toEqual({ everyone: true, user: api.session.email }),
    );
  });

  it('D17 a failure says why; Retry and Refresh ask again; says when there are none', async () => {
    const { api, user } = await open({
      handlers: { batchRuns: () => new FakeFailure({ httpStatus: 500, message: 'down' }) },
    });
    expect(await screen.findByText('The batches could not be fetched')).toBeInTheDocument();
    api.use({ batchRuns: () => ({ status: 'success', message: '', items: null }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('There are no batches yet.')).toBeInTheDocument();
    expect(screen.queryByText('The batches could not be fetched')).not.toBeInTheDocument();
    api.use({ batchRuns: () => ({ status: 'success', message: '', items: [run] }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await cellsOf('overdue.csv');
  });

  it('D1a a back end that knows only the specification is not asked', async () => {
    const { api } = await open({ config: { backend: 'legacy' } });
    expect(screen.getByText('This server keeps no list of batches.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });
});

describe('cancelling the rest', () => {
  const { batchId } = batchRun;
  const done = { status: 'success', message: '' } as const;
  /** An existing back end that has the list of batches and no other addition. */
  const { names } = parseConfig({
    sharedKey: 'sixteen letters!',
    names: { calls: { [calls.batchRuns.path]: calls.batchRuns.path } },
  });
  const superadmin = { userlevel: 'SUPERADMIN' } as const;

  /** The page of a batch with this many waiting commands; after `cancelled` it reads another number. */
  async function open(queued: readonly number[], handlers: FakeHandlers = {}, more: RenderScreenOptions = {}) {
    const rest = [...queued];
    const row = (): BatchRunRow => ({ ...batchRun, queued: (rest.length > 1 ? rest.shift() : rest[0]) ?? 0 });
    const page = await renderScreen(Screen, {
      address: `/superadmin/batches#${batchId}`,
      path: '/superadmin/batches',
      session: superadmin,
      loadBatches: () => new Promise(() => undefined),
      handlers: { batchRuns: () => ({ ...done, items: [row()] }), ...handlers },
      ...more,
    });
    await screen.findByText('Progress');
    return page;
  }

  const button = () => screen.queryByRole('button', { name: /^Cancel .* waiting command/ });

  async function confirm(user: Awaited<ReturnType<typeof open>>['user']): Promise<void> {
    await user.click(await screen.findByRole('button', { name: /^Cancel .* waiting command/ }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Cancel the rest of overdue.csv?' }));
    const confirming = dialog.getByRole('button', { name: 'Cancel the rest' });
    expect(confirming).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong file');
    await user.click(confirming);
  }

  it('D17c is cancelled after a question, step by step, and says how many were and were not', async () => {
    const steps = [
      { done: 5000, notDone: 0, items: [], next: 'a' },
      { done: 1200, notDone: 3, items: [{ key: 'k', why: 'It may have been sent already.' }], next: '' },
    ];
    const { api, user } = await open([6300, 0], { operationsDecide: () => ({ ...done, ...steps.shift() }) });
    await confirm(user);
    expect(await screen.findByText('6,200 commands were cancelled.')).toBeInTheDocument();
    expect(
      screen.getByText(
        '3 commands could not be cancelled: It may have been sent already. 97 commands could not be cancelled: no ' +
          'longer waiting by then, but sent or ended.',
      ),
    ).toBeInTheDocument();
    expect(api.requestsOf('operationsDecide').map(({ body }) => body)).toMatchObject([
      { decision: 'cancel', filter: { batchId }, reason: 'Wrong file' },
      { decision: 'cancel', filter: { batchId }, reason: 'Wrong file', after: 'a' },
    ]);
    await waitFor(() => expect(api.requestsOf('batchRuns')).toHaveLength(2));
    expect(button()).not.toBeInTheDocument();
  });

  it('D17c names what waits, and what a batch that is still sent goes on with', async () => {
    const { api, user } = await open([1], {
      batchRuns: () => ({ ...done, items: [{ ...batchRun, queued: 1, state: 'running' }] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel 1 waiting command…' }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('1 command of this batch waits to be sent.');
    expect(dialog).toHaveTextContent('what it queues from now on is not cancelled');
    expect(api.requestsOf('operationsDecide')).toEqual([]);
  });

  it('D17c says why it failed, and reads the figures again', async () => {
    const { api, user } = await open([7], {
      operationsDecide: () => new FakeFailure({ message: 'The queue is being restored.' }),
    });
    const before = api.requestsOf('batchRuns').length;
    await confirm(user);
    expect(await screen.findByText('The rest could not be cancelled')).toBeInTheDocument();
    expect(screen.getByText('The queue is being restored.')).toBeInTheDocument();
    expect(screen.getByText(/The figures have been refreshed/)).toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('batchRuns').length).toBeGreaterThan(before));
    expect(await screen.findByRole('button', { name: 'Cancel 7 waiting commands…' })).toBeInTheDocument();
  });

  it.each([
    ['an admin', { session: { userlevel: 'ADMIN' }, address: `/batches#${batchId}`, path: '/batches' }],
    ['a superadmin where the back end has batches and no queue to steer', { config: { backend: 'legacy', names } }],
  ] as const)('D17c is not offered to %s', async (_, more) => {
    const { api } = await open([7], {}, more);
    expect(screen.getByText('Waiting at the server').nextElementSibling).toHaveTextContent('7');
    expect(button()).not.toBeInTheDocument();
    expect(api.requestsOf('operationsDecide')).toEqual([]);
  });
});
