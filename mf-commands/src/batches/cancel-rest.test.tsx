import { screen, waitFor, within } from '@testing-library/react';
import { calls, parseConfig, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  FakeFailure,
  renderScreen,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from './batches-screen.tsx';
import { batchRun } from '../testing/batch-run.ts';

const { batchId } = batchRun;
const done = { status: 'success', message: '' } as const;
/** An existing back end that was given the list of batches, and nothing else that is beyond the specification. */
const { names } = parseConfig({
  sharedKey: 'sixteen letters!',
  names: { calls: { [calls.batchRuns.path]: calls.batchRuns.path } },
});
const superadmin = { userlevel: 'SUPERADMIN' } as const;

/** The page of a batch of which so many commands wait; what is read after `cancelled` is another number. */
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

describe('the rest of a batch', () => {
  it('D17c is cancelled after a question, step by step, and says how many were and were not', async () => {
    const steps = [
      { done: 5000, notDone: 0, items: [], next: 'a' },
      { done: 1200, notDone: 3, items: [{ key: 'k', why: 'It may have been sent already.' }], next: '' },
    ];
    const { api, user } = await open([6300, 0], { operationsCancelBatch: () => ({ ...done, ...steps.shift() }) });
    await confirm(user);
    expect(await screen.findByText('6,200 commands were cancelled.')).toBeInTheDocument();
    expect(
      screen.getByText(
        '3 commands could not be cancelled: It may have been sent already. 97 commands could not be cancelled: no ' +
          'longer waiting by then, but sent or ended.',
      ),
    ).toBeInTheDocument();
    expect(api.requestsOf('operationsCancelBatch').map(({ body }) => body)).toMatchObject([
      { batchId, reason: 'Wrong file' },
      { batchId, reason: 'Wrong file', after: 'a' },
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
    expect(api.requestsOf('operationsCancelBatch')).toEqual([]);
  });

  it('D17c says why it failed, and reads the figures again', async () => {
    const { api, user } = await open([7], {
      operationsCancelBatch: () => {
        throw new FakeFailure({ message: 'The queue is being restored.' });
      },
    });
    const before = api.requestsOf('batchRuns').length;
    await confirm(user);
    expect(await screen.findByText('The rest could not be cancelled')).toBeInTheDocument();
    expect(screen.getByText('The queue is being restored.')).toBeInTheDocument();
    expect(screen.getByText(/The figures have been read again/)).toBeInTheDocument();
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
    expect(api.requestsOf('operationsCancelBatch')).toEqual([]);
  });

  it('D17c is not offered where nothing waits', async () => {
    await open([0]);
    expect(button()).not.toBeInTheDocument();
  });
});
