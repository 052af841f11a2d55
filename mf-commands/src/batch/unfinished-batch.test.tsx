import { screen, waitFor, within } from '@testing-library/react';
import { commandList, commandById, type Command } from '@device-console/shared-lib/contract';
import { recordDownloads, FakeFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { useBatchHandover } from '@device-console/shared-lib/console';
import { imeiListFile } from '@device-console/shared-lib/csv';
import { FIRST, leftUnfinished, SECOND, THIRD } from '../testing/left-unfinished.ts';
import { openBatch, previewAndSend, resultRows, batchCard, csvFile } from '../testing/open-batch.tsx';
import { heldAnswers } from '../testing/held-answers.ts';

describe('resuming', () => {
  /** One command of each kind: the batches of the others differ only in the command table's names. */
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
      expect(downloads.map(({ name }) => name)).toEqual(
        batch.downloadsProcessed ? [`${prefix}left_processed.csv`] : [],
      );
      for (const { text } of downloads) expect(await text()).toBe(`S.No.,IMEI,Status\r\n1,"=""${FIRST}""",found\r\n`);
    });
  });
});

describe('finishing here what another computer began', () => {
  const lock = commandById('lock');
  const FOUND = '490154203237511';
  const NOT_FOUND = '490154203237518';
  const refused = () => new FakeFailure({ message: 'The archive is closed.' });
  const done = () => ({ status: 'success' as const, message: 'done' });
  const QUESTION = 'All devices are done, but the batch could not be reported to the server as complete.';
  const UNTOLD = 'The server does not know yet that the batch is complete';

  async function refusedReport() {
    const page = await openBatch(lock, { handlers: { updateStatusOnServer: refused } });
    await page.choose(csvFile([FOUND, NOT_FOUND], 'overdue.csv'));
    await page.start();
    await screen.findByText(QUESTION);
    return page;
  }

  describe('a final report that the server refuses', () => {
    it('D11a shows its words with the results, which can be saved, and is sent again by Try again', async () => {
      const { api, user } = await refusedReport();
      expect(screen.getByText(/^The archive is closed\. The results can be saved now/)).toBeInTheDocument();
      expect(resultRows()).toHaveLength(2);
      const downloads = recordDownloads();
      await user.click(screen.getByRole('button', { name: 'Download CSV' }));
      await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data.csv']));
      api.use({ updateStatusOnServer: done });
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByText('The batch is complete.');
      expect(screen.queryByText(UNTOLD)).not.toBeInTheDocument();
      expect(api.requestsOf('updateStatusOnServer')).toHaveLength(2);
    });

    it('D11a D14 is no trap: the batch is finished here and says so, as does deleting it', async () => {
      const { user } = await refusedReport();
      await user.click(screen.getByRole('button', { name: 'Finish here' }));
      await screen.findByText('The batch is complete.');
      expect(screen.getByText(UNTOLD)).toBeInTheDocument();
      expect(screen.getByText(/even on another day\. The archive is closed\./)).toBeInTheDocument();
      expect(resultRows()).toHaveLength(2);
      const list = await screen.findByRole('list', { name: 'Unfinished batches' });
      expect(list).toHaveTextContent('2 of 2 · complete; not reported to the server yet. The archive is closed.');
      await user.click(screen.getByRole('button', { name: 'Delete overdue.csv' }));
      const dialog = within(screen.getByRole('alertdialog', { name: 'Delete the batch overdue.csv?' }));
      expect(dialog.getByText(/it is never reported to the server as complete/)).toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
    });
  });

  it('B4 the reading of a file can be cancelled', async () => {
    const { user } = await openBatch(lock);
    const endless = csvFile([FOUND], 'endless.csv');
    // A disk that cannot be read.
    endless.slice = () => Object.assign(new Blob(), { arrayBuffer: () => new Promise<never>(() => undefined) });
    await user.upload(screen.getByLabelText('CSV file'), endless);
    await user.click(await screen.findByRole('button', { name: 'Cancel reading' }));
    expect(await screen.findByLabelText('CSV file')).toBeInTheDocument();
  });
});

describe('the file that was chosen', () => {
  const lock = commandById('lock');
  const FIRST = '490154203237511';
  const SECOND = '490154203237513';
  const FILE = new File([`sno,imei1\n1,${FIRST}\nx,123\n2,${SECOND}\ny,${SECOND},more`], 'overdue.csv', {
    type: 'text/csv',
  });
  const SUMMARY = 'CSV contains incorrect format data.';

  async function begin(handlers: FakeHandlers) {
    const page = await openBatch(lock, { handlers });
    await page.choose(FILE);
    await page.start();
    return page;
  }

  /** The page shows name, size and reading time of the file, its wrong rows and a file of those. */
  async function expectFile(user: Awaited<ReturnType<typeof begin>>['user']): Promise<void> {
    const terms = ['File', 'Size', 'Reading time'];
    for (const term of terms) expect(screen.getByText(term, { selector: 'dt' })).toBeInTheDocument();
    expect(screen.getByText('overdue.csv', { selector: 'dd' })).toBeInTheDocument();
    expect(screen.getByText(/^[\d.]+ KB$/, { selector: 'dd' })).toBeInTheDocument();
    expect(screen.getAllByText(/^[\d,]+ ms$/, { selector: 'dd' })).not.toEqual([]);
    expect(screen.getByText(SUMMARY)).toBeInTheDocument();
    const rows = within(screen.getByRole('table', { name: 'Invalid IMEI list' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '3x,123Invalid Length found in imei, only 15 digits allowed',
      `5y,${SECOND},moreMore than two columns found. please check your file`,
    ]);
    const downloads = recordDownloads();
    await user.click(screen.getByRole('button', { name: 'Download incorrect_data.csv' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(await downloads[0]?.text()).toMatch(/^S?no,Incorrect Data,Error Message\r\n3,"x,123",/i);
  }

  describe('the file of a batch', () => {
    const EVALUATING = 'Please wait while we evaluate this batch. You are requested not to refresh/reload/or navigate';
    const EXECUTING = 'Please Wait while we are executing this batch';

    it('B3 B4 B8 stays with it while it is evaluated and executed and at its end, with its wrong rows', async () => {
      const [copy, item] = [heldAnswers('done'), heldAnswers('found')];
      const { user } = await begin({ copy: copy.call, getImeiDetails: item.call });
      await screen.findByText(EVALUATING);
      expect(screen.queryByText(EXECUTING)).not.toBeInTheDocument();
      await expectFile(user);
      await copy.answer();
      await screen.findByText(EXECUTING);
      expect(screen.queryByText(EVALUATING)).not.toBeInTheDocument();
      await expectFile(user);
      await item.answer();
      await item.answer();
      await screen.findByText('The batch is complete.');
      for (const text of [EVALUATING, EXECUTING]) expect(screen.queryByText(text)).not.toBeInTheDocument();
      await expectFile(user);
    });

    it('B3 B4 D15 after a reload its figures and wrong rows are still there, before and after Process', async () => {
      const store = await leftUnfinished(lock, { file: FILE });
      const { user } = await openBatch(lock, { store });
      const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
      for (const term of ['File name', 'Size', 'Reading time']) expect(card.getByText(term)).toBeInTheDocument();
      expect(card.getByRole('table', { name: 'Invalid IMEI list' })).toHaveTextContent('x,123');
      await user.click(card.getByRole('button', { name: 'Process' }));
      await screen.findByText('The batch is complete.');
      await expectFile(user);
    });

    it('B3 D15 after another login of its operator its wrong rows are still there', async () => {
      const store = await leftUnfinished(lock, { file: FILE });
      const { user } = await openBatch(lock, { store, vaultSession: 'another login' });
      await user.click(await screen.findByRole('button', { name: 'Process' }));
      await screen.findByText('The batch is complete.');
      await expectFile(user);
    });

    it('B3 D15 those of notifications are counted after another login, and listed with their file', async () => {
      const notify = commandById('notify');
      const rows = [
        'sno,name,imei1,amount,date,template',
        ...[FIRST, SECOND].map((imei) => `1,Asha,${imei},1,01/01/2030,Pre`),
      ];
      const dues = new File([[...rows, '3,Ravi'].join('\n')], 'dues.csv', { type: 'text/csv' });
      const store = await leftUnfinished(notify, { file: dues, start: ({ user }) => previewAndSend(user) });
      const { user } = await openBatch(notify, { store, vaultSession: 'another login' });
      expect(
        await screen.findByText(/^1 of 3 rows cannot be used\. Their list was kept, encrypted,/),
      ).toBeInTheDocument();
      await user.upload(await screen.findByLabelText('The same CSV file'), dues);
      await screen.findByText('dues.csv has been read. Press Process to continue.');
      await user.click(screen.getByRole('button', { name: 'Process' }));
      await screen.findByText('The batch is complete.');
      expect(screen.getByRole('table', { name: 'Invalid IMEI list' })).toHaveTextContent('3,Ravi');
    });
  });
});

describe('what Home hands over', () => {
  const lock = commandById('lock');
  const disable = commandById('disableApp');
  if (!lock.batch) throw new Error('Lock Device has a batch.');
  const { dispatch } = lock.batch;
  const IMEIS = ['004999010640000', '490154203237511'];

  /** Another screen of the console, which passes on a file or a request to resume. */
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
    expect(await screen.findByText('Reading time')).toBeInTheDocument();
    const card = within(await batchCard());
    expect(card.getByText('handed.csv')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByLabelText('CSV file')).toBeInTheDocument();
    expect(screen.queryByText('handed.csv')).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('D40a a card that shows another file keeps what is handed over until it is free, or it is removed', async () => {
    const { choose, press, user } = await openBeside(lock);
    await choose(csvFile(IMEIS, 'first.csv'));
    await press('Hand over');
    expect(screen.getByText(/^handed\.csv waits here\. It is read as soon as this card is free/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove the waiting file' }));
    expect(screen.queryByText(/waits here/)).not.toBeInTheDocument();
    expect(screen.getByText('first.csv')).toBeInTheDocument();
    await press('Hand over');
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByText('handed.csv')).toBeInTheDocument();
    expect(screen.queryByText(/waits here/)).not.toBeInTheDocument();
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
});
