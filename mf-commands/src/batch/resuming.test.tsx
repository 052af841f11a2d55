import { screen, waitFor, within } from '@testing-library/react';
import { commandList } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { FIRST, leftUnfinished, SECOND, THIRD } from '../testing/left-unfinished.ts';
import { openBatch, resultRows } from '../testing/open-batch.tsx';

/** One command of each kind: the batches of the others differ in names of the command table alone. */
const rows = [
  ...new Map(
    commandList.flatMap((command) => {
      const { batch } = command;
      if (batch?.file !== 'imei') return [];
      const { dispatch, mayCancelResume, downloadsProcessed } = batch;
      const kind = [dispatch, mayCancelResume, downloadsProcessed, Boolean(command.variants[0].filePrefix)];
      return [[kind.join(), [command.id, command, batch] as const] as const];
    }),
  ).values(),
];

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
