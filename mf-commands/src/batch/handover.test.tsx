import { screen, within } from '@testing-library/react';
import { useBatchHandover } from '@device-console/shared-lib/console';
import { commandById, type Command } from '@device-console/shared-lib/contract';
import { imeiListFile } from '@device-console/shared-lib/csv';
import { leftUnfinished, SECOND, THIRD } from '../testing/left-unfinished.ts';
import { batchCard, csvFile, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const disable = commandById('disableApp');
if (!lock.batch) throw new Error('Lock Device has a batch.');
const { dispatch } = lock.batch;
const IMEIS = ['004999010640000', '490154203237511'];

/** Another screen of the console, which hands a file or a resumption over. */
function Elsewhere({ command }: { readonly command: Command }) {
  const { handOver, resume } = useBatchHandover();
  return (
    <>
      <button onClick={() => handOver(command.id, imeiListFile(IMEIS, 'handed.csv'))}>Hand over</button>
      <button onClick={() => resume(command.id)}>Resume elsewhere</button>
    </>
  );
}

async function openBeside(command: Command, options: Parameters<typeof openBatch>[1] = {}) {
  const page = await openBatch(command, { beside: <Elsewhere command={command} />, ...options });
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, press };
}

it('D40a a file that another screen hands over is read once by the batch card, and nothing is sent', async () => {
  const { api, press, user } = await openBeside(lock, { address: '/elsewhere' });
  await press('Hand over');
  const card = within(await batchCard());
  expect(await card.findByText('Reading time')).toBeInTheDocument();
  expect(card.getByText('handed.csv')).toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByLabelText('CSV file')).toBeInTheDocument();
  expect(screen.queryByText('handed.csv')).not.toBeInTheDocument();
  expect(api.requests).toEqual([]);
});

it('D40a a card that shows another file keeps what is handed over until it is free', async () => {
  const { choose, press, user } = await openBeside(lock);
  await choose(csvFile(IMEIS, 'first.csv'));
  await press('Hand over');
  expect(screen.getByText(/^handed\.csv waits here\. It is read as soon as this card is free/)).toBeInTheDocument();
  expect(screen.getByText('first.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByText('handed.csv')).toBeInTheDocument();
  expect(screen.queryByText(/waits here/)).not.toBeInTheDocument();
});

it('D40a a waiting file can be removed', async () => {
  const { choose, press, user } = await openBeside(lock);
  await choose(csvFile(IMEIS, 'first.csv'));
  await press('Hand over');
  await user.click(screen.getByRole('button', { name: 'Remove the waiting file' }));
  expect(screen.queryByText(/waits here/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByLabelText('CSV file')).toBeInTheDocument();
});

it('D40a B14 a command with levels reads it once the level is chosen', async () => {
  const { press, chooseVariant } = await openBeside(disable);
  await press('Hand over');
  expect(await screen.findByText(/^handed\.csv waits here\. .* choice below/)).toBeInTheDocument();
  await chooseVariant();
  expect(await screen.findByText('Reading time')).toBeInTheDocument();
});

it('D40a an unfinished batch is not lost by what is handed over', async () => {
  const store = await leftUnfinished(lock);
  const { press } = await openBeside(lock, { store });
  await press('Hand over');
  expect(screen.getByRole('region', { name: 'Incomplete Batch Available' })).toBeInTheDocument();
  expect(screen.getByText(/^handed\.csv waits here/)).toBeInTheDocument();
});

it('D40a an unfinished batch goes on at one press of another screen, after its last IMEI', async () => {
  const store = await leftUnfinished(lock);
  const { api, press } = await openBeside(lock, { store, address: '/elsewhere' });
  await press('Resume elsewhere');
  expect(await screen.findByText('The batch is complete.')).toBeInTheDocument();
  expect(api.requestsOf(dispatch).map(({ body }) => body['imei'])).toEqual([SECOND, THIRD]);
});

it('D40a a resumption that came to nothing is not kept for later', async () => {
  const { press, run } = await openBeside(lock);
  await press('Resume elsewhere');
  await run(csvFile(IMEIS));
  expect(screen.getByText('The batch is complete.')).toBeInTheDocument();
});
