import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { MemoryStore } from '../testing/memory-batches.ts';
import { batchCard, csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FIRST = '490154203237511';
const SECOND = '004999010640000';
const never = new Promise<never>(() => undefined);

/** A batch of two devices that is left behind after its first. */
async function leftBehind(store = new MemoryStore()) {
  const page = await openBatch(lock, {
    store,
    handlers: { getImeiDetails: ({ imei }) => (imei === FIRST ? { status: 'success', message: 'found' } : never) },
  });
  await page.choose(csvFile([FIRST, SECOND], 'left.csv'));
  await page.start();
  const key = { operator: page.api.session.email, command: lock.id };
  await waitFor(async () => expect((await store.load(key))?.progress.lastImei).toBe(FIRST));
  page.unmount();
  const next = await openBatch(lock, { store });
  await next.user.click(screen.getByRole('button', { name: 'New Batch' }));
  await next.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Leave unfinished' }));
  await batchCard();
  return { ...next, store, key };
}

describe('the unfinished batches', () => {
  it('D14 are not spoken of while there are none', async () => {
    await openBatch(lock);
    await batchCard();
    expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
  });

  it('D14 stand under the upload card with file, figures and state, and can be resumed', async () => {
    const { api, user } = await leftBehind();
    const row = (await screen.findByRole('rowheader', { name: 'left.csv' })).closest('tr');
    expect([...(row?.cells ?? [])].map((cell) => cell.textContent).slice(2, 4)).toEqual(['1 of 2', 'left unfinished']);
    await user.click(screen.getByRole('button', { name: 'Resume left.csv' }));
    const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
    expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual([SECOND]);
    expect(resultRows()).toHaveLength(2);
    expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
  });

  it('D14 B9 their results can be saved', async () => {
    const { user } = await leftBehind();
    const downloads = recordDownloads();
    await user.click(await screen.findByRole('button', { name: 'Download CSV of left.csv' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data.csv']));
    expect(await downloads[0]?.text()).toBe(`S.No.,IMEI,Status\r\n1,"=""${FIRST}""",found\r\n`);
  });

  it('D14 are deleted only after asking', async () => {
    const { user, store, key } = await leftBehind();
    await user.click(await screen.findByRole('button', { name: 'Delete left.csv' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete the batch left.csv?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await store.archived(key)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Delete left.csv' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
    expect(await store.archived(key)).toEqual([]);
  });

  it('D11 D14 a batch that ended with unconfirmed devices is among them, and sends those again', async () => {
    const store = new MemoryStore();
    const page = await openBatch(lock, {
      store,
      handlers: {
        getImeiDetails: ({ imei }) => ({ status: 'success', message: imei === FIRST ? 'found' : 'perhaps' }),
      },
    });
    await page.run(csvFile([FIRST, SECOND], 'doubt.csv'));
    page.unmount();
    const { api, user } = await openBatch(lock, { store });
    const row = (await screen.findByRole('rowheader', { name: 'doubt.csv' })).closest('tr');
    expect(row).toHaveTextContent('unconfirmed devices left');
    await user.click(screen.getByRole('button', { name: 'Resume doubt.csv' }));
    await user.click(await screen.findByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual([SECOND]);
  });

  it('D14 one that another tab has taken away meanwhile is said to be gone, and the list is right again', async () => {
    const { user, store, key } = await leftBehind();
    const button = await screen.findByRole('button', { name: 'Download CSV of left.csv' });
    const [kept] = await store.archived(key);
    await store.discard(kept?.header.batchId ?? '');
    await user.click(button);
    expect(
      await screen.findByText('This batch is not kept any more. It was resumed or deleted in another tab.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download CSV of left.csv' })).not.toBeInTheDocument();
  });
});
