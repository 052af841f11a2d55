import { screen, waitFor, within } from '@testing-library/react';
import type { BatchRunRow } from '@device-console/shared-lib/contract';
import { FakeFailure, renderScreen, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { Screen } from './batches-screen.tsx';

const run: BatchRunRow = {
  batchId: 'b-1',
  action: 'lock',
  file: 'lock-1.csv',
  oldfile: 'overdue.csv',
  user: 'operator@example.com',
  startedAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:05:00.000Z',
  total: 1200,
  found: 1100,
  notFound: 100,
  refused: 0,
  sent: 300,
  acknowledged: 700,
  failed: 5,
  queued: 95,
  expired: 0,
  unknown: 0,
  cancelled: 0,
  lastimei: '004999010640000',
  isComplete: 'complete',
  state: 'complete',
  done: 1200,
  holder: 'operator@example.com',
  place: 'Chrome 142 on Linux',
  seenAt: '2026-11-20T10:05:00.000Z',
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

const rowOf = async (file: string) => (await screen.findByRole('rowheader', { name: file })).closest('tr');
const cellsOf = async (file: string) => [...((await rowOf(file))?.cells ?? [])].map((cell) => cell.textContent);

describe('the list of batches', () => {
  it('D17 shows each run with command, user, figures, last IMEI and state', async () => {
    await open();
    const cells = await cellsOf('overdue.csv');
    expect(cells.slice(0, 4)).toEqual(['1', 'overdue.csv', 'Lock Device', 'operator@example.com']);
    expect(cells.slice(6, 16)).toEqual([
      'Complete',
      '1,200',
      '1,200',
      '1,100',
      '100',
      '0',
      '300',
      '700',
      '5',
      '004999010640000',
    ]);
    expect(cells[4]).toBe('operator@example.com, Chrome 142 on Linux');
  });

  it('D17 a run that is complete says how many of its devices were refused', async () => {
    const items = [{ ...run, notFound: 52, refused: 48 }];
    await open({ handlers: { batchRuns: () => ({ status: 'success', message: '', items }) } });
    expect((await cellsOf('overdue.csv')).slice(6, 12)).toEqual([
      'Complete, 48 refused',
      '1,200',
      '1,200',
      '1,100',
      '52',
      '48',
    ]);
  });

  it('D17 N5 a command leads to its screen, for operators who may open that', async () => {
    const { unmount } = await open();
    await rowOf('overdue.csv');
    expect(screen.getByRole('link', { name: 'Lock Device' })).toHaveAttribute('href', '/lockDevice');
    unmount();
    await open({ session: { userlevel: 'USER', permissions: [] } });
    expect(await cellsOf('overdue.csv')).toContain('Lock Device');
    expect(screen.queryByRole('link', { name: 'Lock Device' })).not.toBeInTheDocument();
  });

  it('D17 D4a says which level it was, and claims nothing that is not known', async () => {
    await open();
    const cells = await cellsOf('graded.csv');
    expect(cells[2]).toBe('Disable App (Level 2)');
    expect(cells.slice(6, 11)).toEqual(['Unfinished', '–', '–', '1,100', '–']);
    expect(cells[15]).toBe('–');
  });

  it("D17 D17b an operator sees other accounts' batches only when asking, of the own commands", async () => {
    const { api, user } = await open({ session: { userlevel: 'USER', permissions: [] } });
    await rowOf('overdue.csv');
    expect(api.requestsOf('batchRuns').map(({ body }) => body)).toEqual([{ user: api.session.email }]);
    await user.click(screen.getByRole('checkbox', { name: 'Batches of everyone, of the commands that I may send' }));
    await waitFor(() => expect(api.requestsOf('batchRuns').at(-1)?.body).toMatchObject({ everyone: true }));
  });

  it.each(['ADMIN', 'SUPERADMIN'])('D9 %s may see the batches of everyone', async (userlevel) => {
    const { api, user } = await open({ session: { userlevel } });
    await rowOf('overdue.csv');
    await user.click(screen.getByRole('checkbox', { name: 'Batches of everyone' }));
    await waitFor(() =>
      expect(api.requestsOf('batchRuns').at(-1)?.body).toEqual({ everyone: true, user: api.session.email }),
    );
  });

  it('D17 says when there are none, and Refresh asks again', async () => {
    const { api, user } = await open({
      handlers: { batchRuns: () => ({ status: 'success', message: '', items: null }) },
    });
    expect(await screen.findByText('There are no batches yet.')).toBeInTheDocument();
    api.use({ batchRuns: () => ({ status: 'success', message: '', items: [run] }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await rowOf('overdue.csv');
  });

  it('a failure says why, and Retry asks again', async () => {
    const { api, user } = await open({
      handlers: {
        batchRuns: () => {
          throw new FakeFailure({ httpStatus: 500, message: 'down' });
        },
      },
    });
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent('The batches could not be fetched'));
    api.use({ batchRuns: () => ({ status: 'success', message: '', items: [run] }) });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await rowOf('overdue.csv');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('D1a a back end that knows only the specification is not asked', async () => {
    const { api } = await open({ config: { backend: 'legacy' } });
    expect(screen.getByText('This server keeps no list of batches.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });
});
