import { screen, waitFor, within } from '@testing-library/react';
import { commandStates } from '@device-console/shared-lib/contract';
import { renderScreen, type FakeHandlers } from '@device-console/shared-lib/testing';
import { Screen } from './operations-screen.tsx';

const EPOCH = '0b0e7a55-7d0b-4c0e-9a3b-2f1d5a1c9e10';
const key = (index: number): string => `${EPOCH}.01939f3e-0000-7000-8000-00000000000${index}`;
const imei = (index: number): string => `49015420323751${index}`;
const done = { status: 'success', message: '' };

const period = { acknowledged: 3, failed: 0, expired: 0, unknown: 0, cancelled: 0, errors: 1, p50: 900, p95: 61_000 };
const overview = (more: object = {}) => ({
  ...done,
  dispatch: 'running',
  why: '',
  by: '',
  since: '',
  gateway: 'http',
  simulated: 'no',
  commandsPerMinute: null,
  reconcile: '',
  states: commandStates.map((state, index) => ({ state, count: index + 1, oldest: '' })),
  providerErrors: [{ at: '2026-11-23T03:00:00.000Z', count: 2, message: 'The provider answered 503.' }],
  periods: ['03:00', '03:05'].map((at) => ({ ...period, at: `2026-11-23T${at}:00.000Z`, queued: 7, sent: null })),
  ...more,
});

const row = (index: number, state: string) => ({
  key: key(index),
  imei: imei(index),
  action: 'lock',
  user: 'operator@example.com',
  createdAt: '2026-11-23T02:00:00.000Z',
  state,
  reason: state === 'failed' ? 'No such phone.' : '',
  attempts: 1,
});

type Watched = { account: string; pausedAt: string; why: string; inDay: number };
const usedOf = (items: Watched[] = []) => ({
  ...done,
  pausedAt: '',
  inDay: 0,
  dayBudget: 1000,
  allInDay: 1200,
  allDayBudget: 5000,
  items,
});

function open(handlers: FakeHandlers = {}) {
  return renderScreen(Screen, {
    address: '/superadmin/operations',
    session: { userlevel: 'SUPERADMIN' },
    handlers: {
      operations: () => overview(),
      commandUse: () => usedOf(),
      operationsCommands: () => ({ ...done, items: [row(1, 'failed'), row(2, 'queued')], next: '' }),
      ...handlers,
    },
  });
}

type User = Awaited<ReturnType<typeof open>>['user'];

async function answer(user: User, name: RegExp | string, word?: string): Promise<void> {
  const dialog = within(screen.getByRole('alertdialog'));
  const confirm = dialog.getByRole('button', { name });
  expect(confirm).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Provider is being moved');
  if (word !== undefined) await user.type(dialog.getAllByRole('textbox').at(-1) ?? document.body, word);
  await user.click(confirm);
}

describe('Operations', () => {
  it('shows dispatch, the queue by state, what the provider said, and the commands', async () => {
    await open();
    expect(await screen.findByText('Running')).toBeInTheDocument();
    expect(screen.getByText('The provider answered 503.')).toBeInTheDocument();
    // The bar counts what is in a state now; what was acknowledged of late is no part of it.
    const queue = within(screen.getByRole('region', { name: 'Queue' }));
    expect(queue.queryByRole('button', { name: /Acknowledged/ })).not.toBeInTheDocument();
    expect(queue.getByRole('button', { name: /Failed/ })).toBeInTheDocument();
    const acknowledged = commandStates.indexOf('acknowledged') + 1;
    expect(queue.getByText('Acknowledged, of the last 24 hours').nextElementSibling).toHaveTextContent(
      String(acknowledged),
    );
    expect(screen.getByRole('group', { name: 'Waiting commands' })).toHaveTextContent('7');
    expect(screen.getByRole('group', { name: 'Sent and not answered' })).toHaveTextContent('No figure');
    expect(await screen.findByText('No such phone.')).toBeInTheDocument();
  });

  it('is held with a reason, and says who holds it', async () => {
    const { api, user } = await open({ operationsDispatch: () => done });
    await user.click(await screen.findByRole('button', { name: 'Pause dispatch' }));
    await answer(user, 'Pause dispatch');
    expect(await screen.findByText('Dispatch is paused.')).toBeInTheDocument();
    expect(api.requestsOf('operationsDispatch').map(({ body }) => body)).toMatchObject([
      { dispatch: 'paused', reason: 'Provider is being moved' },
    ]);
  });

  it('stops everything step by step to the end, and counts what was cancelled', async () => {
    const steps = ['a', 'b', ''];
    const { api, user } = await open({
      operationsDispatch: () => done,
      operationsDecide: () => ({ ...done, done: 5000, items: [], next: steps.shift() ?? '' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Stop everything' }));
    await answer(user, 'Stop everything', 'STOP');
    expect(await screen.findByText(/15,000 commands were cancelled/)).toBeInTheDocument();
    expect(api.requestsOf('operationsDispatch').map(({ body }) => body)).toMatchObject([{ dispatch: 'paused' }]);
    expect(api.requestsOf('operationsDecide').map(({ body }) => body['after'])).toEqual([undefined, 'a', 'b']);
  });

  it('cancels what is chosen, and says what was left and why', async () => {
    const { api, user } = await open({
      operationsDecide: () => ({ ...done, done: 1, items: [{ key: key(1), why: 'It has failed already.' }], next: '' }),
    });
    for (const index of [1, 2])
      await user.click(await screen.findByRole('checkbox', { name: `Choose the command to ${imei(index)}` }));
    await user.click(screen.getByRole('button', { name: 'Cancel 2 commands' }));
    await answer(user, 'Cancel 2 commands');
    expect(
      await screen.findByText(/1 command was changed\. 1 was left as they are: It has failed/),
    ).toBeInTheDocument();
    expect(api.requestsOf('operationsDecide').map(({ body }) => body)).toMatchObject([
      { decision: 'cancel', keys: [key(1), key(2)] },
    ]);
  });

  it('C11 shows whose sending is paused and why, and lifts the pause', async () => {
    const why = '300,000 commands today.';
    let paused = [{ account: 'ram@example.com', pausedAt: '2026-11-23T03:00:00.000Z', why, inDay: 300_000 }];
    const { api, user } = await open({
      commandUse: () => usedOf(paused),
      liftCommandPause: () => {
        paused = [];
        return done;
      },
    });
    expect(await screen.findByText('1,200 of 5,000')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Lift the pause: ram@example.com' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(
      dialog.getByText(/ram@example\.com may send again, and its batches continue .* 300,000 commands/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Lift the pause' }));
    expect(await screen.findByText('ram@example.com may send again.')).toBeInTheDocument();
    expect(api.requestsOf('liftCommandPause').map(({ body }) => body)).toMatchObject([{ email: 'ram@example.com' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Lift the pause/ })).not.toBeInTheDocument());
  });

  it('C10 says that nothing is counted where no budget is set', async () => {
    await open({
      commandUse: () => ({ ...usedOf(), inDay: null, dayBudget: null, allInDay: null, allDayBudget: null }),
    });
    expect(await screen.findByText('No budget is set, so nothing is counted.')).toBeVisible();
    expect(screen.queryByText(/\d of \d/)).not.toBeInTheDocument();
  });

  it('D17c says after a restore what is sent on resuming, and what can be cancelled before', async () => {
    await open({ operations: () => overview({ dispatch: 'paused', why: 'restored', by: 'restore' }) });
    expect(await screen.findByText(/cancel what is not wanted any more\. The rest is sent when/)).toBeVisible();
  });

  it('D17c says what it means to resume before the provider was asked', async () => {
    const { api, user } = await open({
      operations: () => overview({ dispatch: 'paused', why: 'restored', by: 'restore', reconcile: 'asking' }),
      operationsDispatch: () => done,
    });
    expect(await screen.findByText(/^The provider is being asked what/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue dispatch' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/counts as unknown .* the provider does nothing twice/)).toBeVisible();
    await user.type(dialog.getByRole('textbox'), 'It does not end');
    await user.click(dialog.getByRole('button', { name: 'Continue dispatch' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requestsOf('operationsDispatch').map(({ body }) => body)).toMatchObject([
      { dispatch: 'running', reason: 'It does not end' },
    ]);
  });
});
