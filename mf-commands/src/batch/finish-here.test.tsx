import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, recordDownloads } from '@device-console/shared-lib/testing';
import { MemoryStore } from '../testing/memory-batches.ts';
import { batchCard, csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
const refused = (): never => {
  throw new FakeFailure({ message: 'The archive is closed.' });
};
const done = () => ({ status: 'success' as const, message: 'done' });
const QUESTION = 'All devices are done, but the server could not be told that the batch is complete.';
const UNTOLD = 'The server has not been told yet that the batch is complete';

async function refusedReport() {
  const store = new MemoryStore();
  const page = await openBatch(lock, { store, handlers: { updateStatusOnServer: refused } });
  await page.choose(csvFile([FOUND, NOT_FOUND], 'overdue.csv'));
  await page.start();
  await screen.findByText(QUESTION);
  return { ...page, store };
}

const finish = async (page: Awaited<ReturnType<typeof refusedReport>>) => {
  await page.user.click(screen.getByRole('button', { name: 'Finish here' }));
  await screen.findByText('The batch is complete.');
};

describe('a final report that the server refuses', () => {
  it('D11a shows its words with the results, which can be saved', async () => {
    const { user } = await refusedReport();
    expect(screen.getByText(/^The archive is closed\. The results can be saved now/)).toBeInTheDocument();
    expect(resultRows()).toHaveLength(2);
    const downloads = recordDownloads();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data.csv']));
  });

  it('D11a is sent again by Try again', async () => {
    const { api, user } = await refusedReport();
    api.use({ updateStatusOnServer: done });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('The batch is complete.');
    expect(screen.queryByText(UNTOLD)).not.toBeInTheDocument();
    expect(api.requestsOf('updateStatusOnServer')).toHaveLength(2);
  });

  it('D11a is no trap: the batch is finished here and says so, and the next one begins at once', async () => {
    const page = await refusedReport();
    await finish(page);
    expect(screen.getByText(UNTOLD)).toBeInTheDocument();
    expect(screen.getByText(/also on another day\. The archive is closed\./)).toBeInTheDocument();
    expect(resultRows()).toHaveLength(2);
    const row = (await screen.findByRole('rowheader', { name: 'overdue.csv' })).closest('tr');
    expect(row).toHaveTextContent('2 of 2complete; the server was not told yet. The archive is closed.');
    page.api.use({ updateStatusOnServer: done });
    await page.user.click(screen.getByRole('button', { name: 'New Batch' }));
    await screen.findByLabelText('CSV file');
    await page.run(csvFile([FOUND], 'next.csv'));
    await waitFor(() => expect(page.api.requestsOf('updateStatusOnServer')).toHaveLength(3));
    const told = page.api.requestsOf('updateStatusOnServer').map(({ body }) => body['fileName']);
    expect(told).toEqual(['overdue.csv', 'next.csv', 'overdue.csv']);
    await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
  });

  it('D11a after a reload the operator is asked again, and once it was finished here the server is told', async () => {
    const first = await refusedReport();
    first.unmount();
    const second = await openBatch(lock, { store: first.store, handlers: { updateStatusOnServer: refused } });
    await screen.findByText(QUESTION);
    await second.user.click(screen.getByRole('button', { name: 'Finish here' }));
    await screen.findByText(UNTOLD);
    second.unmount();
    const third = await openBatch(lock, { store: first.store });
    await batchCard();
    const told = () => third.api.requestsOf('updateStatusOnServer').map(({ body }) => body['isComplete']);
    await waitFor(() => expect(told()).toEqual(['complete']));
    await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
    expect(third.api.requestsOf('getImeiDetails')).toEqual([]);
  });

  it('D11a D14 deleting it says that the server will never be told', async () => {
    const page = await refusedReport();
    await finish(page);
    await page.user.click(await screen.findByRole('button', { name: 'Delete overdue.csv' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete the batch overdue.csv?' }));
    expect(dialog.getByText(/the server is never told that it is complete/)).toBeInTheDocument();
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
  });
});

it('D11a a report that is still being tried can be left too', async () => {
  const updateStatusOnServer = (): never => {
    throw new FakeNetworkFailure('gone');
  };
  const page = await openBatch(lock, { handlers: { updateStatusOnServer } });
  await page.choose(csvFile([FOUND]));
  await page.start();
  await page.user.click(await screen.findByRole('button', { name: 'Finish here' }));
  expect(await screen.findByText(UNTOLD)).toBeInTheDocument();
});

it('B4 the reading of a file can be cancelled', async () => {
  const { user } = await openBatch(lock);
  const endless = csvFile([FOUND], 'endless.csv');
  // A disk that gives nothing.
  endless.slice = () => Object.assign(new Blob(), { arrayBuffer: () => new Promise<never>(() => undefined) });
  await user.upload(screen.getByLabelText('CSV file'), endless);
  await user.click(await screen.findByRole('button', { name: 'Cancel reading' }));
  expect(await screen.findByLabelText('CSV file')).toBeInTheDocument();
});
