import { screen, waitFor, within, act, fireEvent } from '@testing-library/react';
import { commandById, commandList } from '@device-console/shared-lib/contract';
import { recordDownloads, FakeNetworkFailure, memoryStore } from '@device-console/shared-lib/testing';
import { writeWorkbook } from '@device-console/shared-lib/sheets';
import { undoCommandOf } from './undo-card.tsx';
import { FIRST, leftUnfinished, SECOND, THIRD } from '../testing/left-unfinished.ts';
import { batchCard, csvFile, openBatch, resultRows, fileField } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';

describe('the unfinished batches', () => {
  /** A batch of three devices, left after its first. */
  async function leftBehind(by: 'Cancel' | 'New Batch' = 'New Batch') {
    const store = await leftUnfinished(lock);
    const page = await openBatch(lock, { store });
    await page.user.click(screen.getByRole('button', { name: by }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await batchCard();
    return { ...page, store, key: { operator: page.api.session.email, command: lock.id } };
  }

  it.each(['Cancel', 'New Batch'] as const)(
    'B11 D14 %s leaves one at once, below the upload card, and it can be resumed',
    async (by) => {
      const { api, user } = await leftBehind(by);
      expect(fileField()).toBeInTheDocument();
      const list = within(await screen.findByRole('list', { name: 'Unfinished batches' }));
      expect(list.getByRole('listitem')).toHaveTextContent(/^left\.csv1 of 3 · left unfinished · /);
      await user.click(screen.getByRole('button', { name: 'Resume left.csv' }));
      const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
      expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
      await user.click(card.getByRole('button', { name: 'Process' }));
      await screen.findByText('The batch is complete.');
      expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual([SECOND, THIRD]);
      expect(resultRows()).toHaveLength(3);
      expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
    },
  );

  it('D14 B9 their results can be saved, and they are deleted only after asking', async () => {
    const { user, store, key } = await leftBehind();
    const downloads = recordDownloads();
    await user.click(await screen.findByRole('button', { name: 'Download CSV of left.csv' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data.csv']));
    expect(await downloads[0]?.text()).toBe(`S.No.,IMEI,Status\r\n1,"=""${FIRST}""",found\r\n`);
    await user.click(screen.getByRole('button', { name: 'Delete left.csv' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete the batch left.csv?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await store.list(key.operator)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Delete left.csv' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument());
    expect(await store.list(key.operator)).toEqual([]);
  });

  it('D14 one that another tab has taken away meanwhile is said to be gone; the list is right again', async () => {
    const { user, store, key } = await leftBehind();
    const button = await screen.findByRole('button', { name: 'Download CSV of left.csv' });
    const [kept] = await store.list(key.operator);
    await store.discard(kept?.header.batchId ?? '');
    await user.click(button);
    expect(
      await screen.findByText('This batch is not kept any more. It was resumed or deleted in another tab.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download CSV of left.csv' })).not.toBeInTheDocument();
  });
});

describe('taking a batch back', () => {
  const ALSO_FOUND = '004999010640003';
  const imeis = [FOUND, NOT_FOUND, ALSO_FOUND];
  const undoCard = () => screen.queryByRole('region', { name: 'Undo' });
  /** A command whose inverse has variants, and one without. The command table says which undoes which. */
  const pairs = [
    ...new Map(
      commandList.flatMap((command) => {
        if (command.inverse === undefined) return [];
        const undo = commandById(command.inverse);
        return [[Boolean(undo.variants[0].choice), [command.id, command, undo] as const] as const];
      }),
    ).values(),
  ];
  const unlock = commandById('unlock');

  describe.each(pairs)('after a batch of %s', (_id, command, undo) => {
    it(`offers ${undo.title} for the found devices alone, on its own screen, started like any batch`, async () => {
      const { address, api, run, start, user } = await openBatch(command);
      await run(csvFile(imeis));
      await user.click(within(undoCard() ?? document.body).getByRole('button', { name: `Prepare ${undo.title}` }));
      await screen.findAllByText(/devices_undo\.csv/);
      const card = within(await batchCard());
      expect(address()).toBe(`/${undo.screen}`);
      expect(api.requestsOf('getImeiDetails').map(({ body }) => body['action'])).not.toContain(undo.variants[0].action);
      const [{ choice }] = undo.variants;
      if (choice) await user.selectOptions(card.getByRole('combobox'), choice.value);
      await screen.findByText('Reading time');
      await start();
      await screen.findByText('The batch is complete.');
      const sent = api.requestsOf('getImeiDetails').filter(({ body }) => body['action'] === undo.variants[0].action);
      expect(sent.map(({ body }) => body['imei'])).toEqual([FOUND, ALSO_FOUND]);
    });
  });

  describe('the offer to undo', () => {
    it('N5 is made to operators who may send the inverse command, and by commands that have one', () => {
      const staff = (...permissions: string[]) => ({ userlevel: 'USER' as const, permissions });
      expect(undoCommandOf(lock, staff(lock.title), 'standard')).toBeNull();
      expect(undoCommandOf(lock, staff(lock.title, unlock.title), 'standard')).toBe(unlock);
      expect(undoCommandOf(commandById('release'), { userlevel: 'ADMIN', permissions: [] }, 'standard')).toBeNull();
    });

    it('is not made before the batch is complete, nor when no device was found', async () => {
      const { choose, start } = await openBatch(lock);
      expect(undoCard()).not.toBeInTheDocument();
      await choose(csvFile([NOT_FOUND]));
      expect(undoCard()).not.toBeInTheDocument();
      await start();
      await screen.findByText('The batch is complete.');
      expect(undoCard()).not.toBeInTheDocument();
    });
  });
});

it('D11 D14 a batch that ended with unconfirmed devices is listed as such, and can be resumed', async () => {
  const store = memoryStore();
  const options = { store, config: { idempotent: false } };
  const lost = () => new FakeNetworkFailure('gone');
  const first = await openBatch(lock, { ...options, handlers: { getImeiDetails: lost } });
  await first.choose(csvFile([FOUND]));
  await first.start();
  await first.user.click(await screen.findByRole('button', { name: 'Leave it unconfirmed' }));
  await screen.findByText('The batch has ended. Devices without a confirmed outcome: 1.');
  first.unmount();
  await openBatch(lock, options);
  const list = await screen.findByRole('list', { name: 'Unfinished batches' });
  expect(list).toHaveTextContent(/^devices\.csv.* · unconfirmed devices left · /);
  expect(screen.getByRole('button', { name: 'Resume devices.csv' })).toBeEnabled();
});

describe('workbooks', () => {
  const disable = commandById('disableApp');
  const notify = commandById('notify');
  const COPY = `sno,imei1\r\n1,${FOUND}\r\n2,${NOT_FOUND}\r\n`;

  const textColumns = (headers: readonly string[]) => headers.map((header) => ({ header, kind: 'text' as const }));

  async function workbook(headers: readonly string[], rows: readonly (readonly string[])[]): Promise<File> {
    const sheets = ['Phones', 'More'].map((name) => ({ name, columns: textColumns(headers), rows }));
    return new File([await writeWorkbook(sheets)], 'phones.xlsx');
  }

  const drop = (element: Element, files: readonly File[]) =>
    fireEvent.drop(element, { dataTransfer: { files, types: ['Files'] } });

  it('B5 D10a a workbook becomes the CSV copy of the specification, under a name that tells its origin', async () => {
    const { api, run } = await openBatch(disable);
    await run(
      await workbook(
        ['Customer', 'IMEI'],
        [
          ['Asha', FOUND],
          ['Ravi', NOT_FOUND],
        ],
      ),
    );
    const [copy] = api.requestsOf('copy');
    expect(copy?.body['file']).toMatchObject({ name: 'L1_phones.xlsx.csv', text: COPY });
    const [begun] = api.requestsOf('getImeiDetails');
    expect(begun?.body['filename']).toBe('L1_phones.xlsx.csv');
    expect(screen.getByText('phones.xlsx')).toBeInTheDocument();
  });

  it('D10a the card shows the sheet, and another one can be chosen before the batch begins', async () => {
    const { api, choose, user } = await openBatch(lock);
    await choose(await workbook(['imei1'], [[FOUND]]));
    const card = within(await batchCard());
    expect(card.getByText('Sheet “Phones”, column A: imei1', { selector: 'dd' })).toBeInTheDocument();
    await user.selectOptions(card.getByRole('combobox'), 'Sheet “More”, column A: imei1');
    expect(await card.findByText('Sheet “More”, column A: imei1', { selector: 'dd' })).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('T4 D10a messages come from a workbook too, but from no list', async () => {
    const { choose } = await openBatch(notify);
    await choose(
      await workbook(
        ['sno', 'name', 'imei1', 'amount', 'date', 'template'],
        [['1', 'Asha', FOUND, '10', '31/12/2099', 'Pre']],
      ),
    );
    expect(screen.getByText('Sheet “Phones”, column C: imei1', { selector: 'dd' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Preview 1 message' })).toBeInTheDocument();
  });

  it('D10b a list that is pasted on the card is read, and its wrong lines are listed', async () => {
    const { api, start, user } = await openBatch(lock);
    const card = within(await batchCard());
    act(() => card.getByRole('button', { name: 'Paste a list' }).focus());
    await user.paste(`1\t${FOUND}\n2\t12345\n3\t${NOT_FOUND}`);
    expect(await card.findByText('pasted-list.csv')).toBeInTheDocument();
    expect(within(card.getByRole('table', { name: 'Invalid IMEI list' })).getByText('2,12345')).toBeInTheDocument();
    await start();
    expect(await screen.findByText('The batch is complete.')).toBeInTheDocument();
    expect(api.requestsOf('copy')[0]?.body['file']).toMatchObject({ name: 'pasted-list.csv', text: COPY });
  });

  it('D10b B14 a list and a dropped file wait for the level', async () => {
    const { chooseVariant, user } = await openBatch(disable);
    const card = within(await batchCard());
    expect(card.getByRole('button', { name: 'Paste a list' })).toBeDisabled();
    card.getByRole('combobox').focus();
    await user.paste(FOUND);
    drop(card.getByRole('heading', { name: 'Many devices (CSV)' }), [csvFile([FOUND])]);
    expect(fileField()).toBeDisabled();
    await chooseVariant();
    drop(card.getByRole('heading', { name: 'Many devices (CSV)' }), [csvFile([FOUND])]);
    expect(await card.findByText('Reading time')).toBeInTheDocument();
  });
});
