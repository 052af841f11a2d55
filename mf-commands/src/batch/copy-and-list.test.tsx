import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeNetworkFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { MemoryStore } from '../testing/memory-batches.ts';
import { csvFile, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FOUND = '490154203237511';
const lost = (): never => {
  throw new FakeNetworkFailure('gone');
};
const never = (): Promise<never> => new Promise(() => undefined);
const cases = [
  ['copy', 'copy', 'It is not known whether the server got the copy of the file.'],
  ['list', 'updateCommandOnServer', 'It is not known whether the server got the list of IMEIs.'],
] as const;

async function start(handlers: FakeHandlers, store = new MemoryStore()) {
  const page = await openBatch(lock, { handlers, store, config: { idempotent: false } });
  await page.choose(csvFile([FOUND]));
  await page.start();
  return page;
}

describe.each(cases)('a lost answer to the %s, before a server that is not idempotent', (_kind, call, question) => {
  it('D2b is asked about in words of its own, and sent again only on wish', async () => {
    const { api, user } = await start({ [call]: lost });
    expect(await screen.findByText(question)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    expect(api.requestsOf(call)).toHaveLength(1);
    api.use({ [call]: () => ({ status: 'success', message: 'done' }) });
    await user.click(screen.getByRole('button', { name: 'Send it again' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf(call)).toHaveLength(2);
  });

  it('D2b the batch goes on without sending it again', async () => {
    const { api, user } = await start({ [call]: lost });
    await user.click(await screen.findByRole('button', { name: 'Go on without sending it again' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf(call)).toHaveLength(1);
    expect(api.requestsOf('getImeiDetails')).toHaveLength(1);
  });

  it('D2b B10 a page that went in the middle of it is told on the card, and the next one asks', async () => {
    const store = new MemoryStore();
    const first = await start({ [call]: never }, store);
    await waitFor(() => expect(first.api.requestsOf(call)).toHaveLength(1));
    first.unmount();
    const { api, user } = await openBatch(lock, { store, config: { idempotent: false } });
    const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
    expect(card.getByText(question)).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Process' }));
    await user.click(await screen.findByRole('button', { name: 'Go on without sending it again' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf(call)).toEqual([]);
  });
});

it('D2b D11 unconfirmed devices of a batch that was resumed are sent again only on wish', async () => {
  const store = new MemoryStore();
  const first = await start({ getImeiDetails: lost }, store);
  await first.user.click(await screen.findByRole('button', { name: 'Leave it unconfirmed' }));
  await screen.findByText('The batch is complete.');
  first.unmount();
  const { api, user } = await openBatch(lock, { store, config: { idempotent: false } });
  await user.click(await screen.findByRole('button', { name: 'Resume devices.csv' }));
  await user.click(await screen.findByRole('button', { name: 'Process' }));
  expect(await screen.findByRole('button', { name: 'Leave them unconfirmed' })).toBeInTheDocument();
  expect(api.requestsOf('getImeiDetails')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send them again' }));
  await screen.findByText('The batch is complete.');
  expect(api.requestsOf('getImeiDetails')).toHaveLength(1);
});
