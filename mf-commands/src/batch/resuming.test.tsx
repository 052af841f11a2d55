import { screen, waitFor, within } from '@testing-library/react';
import { commandList, type Command } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { MemoryStore } from '../testing/memory-batches.ts';
import { csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const FIRST = '490154203237511';
const SECOND = '004999010640000';
const THIRD = '490154203237513';
const rows = commandList.flatMap((command) =>
  command.batch?.file === 'imei' ? [[command.id, command, command.batch] as const] : [],
);

/** A batch of three devices whose page went away after the first. */
async function leftUnfinished(command: Command): Promise<MemoryStore> {
  const store = new MemoryStore();
  const answers = { count: 0 };
  const once = (): { status: 'success'; message: string } | Promise<never> => {
    answers.count += 1;
    return answers.count === 1 ? { status: 'success', message: 'found' } : new Promise<never>(() => undefined);
  };
  const page = await openBatch(command, { store, handlers: { getImeiDetails: once, adminLockNotification: once } });
  await page.choose(csvFile([FIRST, SECOND, THIRD], 'left.csv'));
  const dialog = await page.start();
  await page.user.click(within(dialog).getByRole('button', { name: 'Start batch' }));
  expect(await screen.findByText('Please Wait while we are executing this batch')).toBeInTheDocument();
  const key = { operator: page.api.session.email, command: command.id };
  await waitFor(async () => expect((await store.load(key))?.progress.lastImei).toBe(FIRST));
  page.unmount();
  return store;
}

describe.each(rows)('returning to an unfinished batch of %s', (_id, command, batch) => {
  it('B10 B11 B12 shows it, hides the upload card, and goes on after the last IMEI', async () => {
    const store = await leftUnfinished(command);
    const downloads = recordDownloads();
    const { api, user } = await openBatch(command, { store });
    const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
    const prefix = command.variants[0].filePrefix ?? '';
    expect(card.getByText(`${prefix}left.csv`)).toBeInTheDocument();
    expect(card.getByText(FIRST)).toBeInTheDocument();
    expect(screen.queryByLabelText('CSV file')).not.toBeInTheDocument();
    expect(card.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(batch.mayCancelResume ? 1 : 0);
    await waitFor(() =>
      expect(
        api
          .requestsOf('updateStatusOnServer')
          .map(({ body }) => [body['lastimei'], body['isComplete'], body['statusOf']]),
      ).toEqual([[FIRST, 'incomplete', batch.statusOf]]),
    );
    await user.click(card.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf(batch.dispatch).map(({ body }) => body['imei'])).toEqual([SECOND, THIRD]);
    expect(resultRows()).toHaveLength(3);
    expect(downloads.map(({ name }) => name)).toEqual(batch.downloadsProcessed ? [`${prefix}left_processed.csv`] : []);
    for (const { text } of downloads) expect(await text()).toBe(`S.No.,IMEI,Status\r\n1,"=""${FIRST}""",found\r\n`);
  });
});
