import { act, screen, waitFor } from '@testing-library/react';
import { ApiError, type ApiFailureKind } from '@device-console/shared-lib/api';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import type { Sent } from '@device-console/shared-lib/console';
import { sentAtom } from '@device-console/shared-lib/console/host';
import { renderConsole, FakeNetworkFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { activeBatch, fakeBatches, noBatches } from '../testing/fake-batches.ts';
import { ServerNotice } from './server-notice.tsx';

const NOW = Date.parse('2026-11-28T10:00:00Z');

function sent(change: Partial<Sent>): Sent {
  return {
    id: `an id ${change.at}`,
    key: 'device 356938035643809',
    digest: '',
    at: NOW,
    since: NOW,
    asked: NOW,
    about: null,
    phase: 'ended',
    outcome: 'taken',
    error: null,
    status: '',
    device: null,
    isNews: false,
    ...change,
  };
}

function failed(kind: ApiFailureKind, at = NOW): Sent {
  const outcome = kind === 'business' ? 'refused' : 'unknown';
  const error = new ApiError({ kind, outcome, message: 'Why.', callPath: 'locknotification.php', transactionId: '' });
  return sent({ at, outcome, error });
}

const title = () => screen.queryByText('The server does not answer');
const isSaid = (): boolean => title() !== null;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function open(handlers: FakeHandlers = {}, batches = noBatches()) {
  const { store, api } = await renderConsole(<ServerNotice batches={batches} />, { handlers });
  return { api, show: (...entries: Sent[]) => act(() => store.set(sentAtom, entries)) };
}

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

describe('the notice that the server does not answer', () => {
  it('D12 comes three seconds after something was sent, and goes with the answer', async () => {
    const { show } = await open();
    show(sent({ phase: 'sending', outcome: 'no-answer-yet' }));
    await pass(2_999);
    expect(isSaid()).toBe(false);
    await pass(1);
    expect(isSaid()).toBe(true);
    expect(title()?.parentElement).not.toHaveTextContent('.php');
    show(sent({}));
    expect(isSaid()).toBe(false);
  });

  it.each([
    ['network', true],
    ['timeout', true],
    ['foreign', true],
    ['business', false],
    ['throttled', false],
    ['server', false],
  ] as const)('D12 after an attempt that ended by %s it is said: %s', async (kind, said) => {
    const { show } = await open();
    show(failed(kind));
    expect(isSaid()).toBe(said);
  });

  it('D12 goes by the last attempt, whenever the others were asked for', async () => {
    const { show } = await open();
    show(failed('network', NOW), sent({ at: NOW + 1 }));
    expect(isSaid()).toBe(false);
    show(sent({ at: NOW }), failed('network', NOW + 1));
    expect(isSaid()).toBe(true);
  });

  it('D12 asks the server until it answers, by anything but silence', async () => {
    const { api, show } = await open({ homeData: () => new FakeNetworkFailure('gone') });
    show(failed('network'));
    await pass(5_000);
    expect([api.requests.length, isSaid()]).toEqual([1, true]);
    api.use({ homeData: () => ({ status: 'success', message: '', total_device: 1, device_today: 0, deenroll: 0 }) });
    await pass(5_000);
    await waitFor(() => expect(isSaid()).toBe(false));
    await pass(20_000);
    expect(api.requests).toHaveLength(2);
  });

  it.each([
    ['network', true],
    ['operator', false],
  ] as const)('D11 a batch that is paused by %s says it: %s', async (why, said) => {
    const batch = activeBatch('lock', 'Lock Device', 'paused');
    const { holder } = await fakeBatches([{ ...batch, state: { ...batch.state, why } } as ActiveBatch]);
    await open({}, holder);
    expect(isSaid()).toBe(said);
  });
});
