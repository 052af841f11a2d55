import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { writeWorkbook } from '@device-console/shared-lib/sheets';
import { batchCard, csvFile, fileField, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const disable = commandById('disableApp');
const notify = commandById('notify');
const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
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

it('D10b a file is dropped anywhere on the card, several are refused in words', async () => {
  const { api } = await openBatch(lock);
  const card = within(await batchCard());
  const heading = card.getByRole('heading', { name: 'Many devices (CSV)' });
  drop(heading, [csvFile([FOUND]), csvFile([FOUND])]);
  expect(fileField()).toHaveAccessibleDescription(/2 files were dropped\. Please drop one file at a time\./);
  drop(heading, [csvFile([FOUND], 'dropped.csv')]);
  expect(await card.findByText('dropped.csv')).toBeInTheDocument();
  expect(api.requests).toEqual([]);
});

it('B5 B6 B7 D1a D10a an existing back end gets the same of a workbook as of the CSV file of its rows', async () => {
  const sentOf = async (file: File) => {
    const { api, run } = await openBatch(lock, { config: { backend: 'legacy' } });
    await run(file);
    cleanup();
    return api.requests.map(({ path, body }) => ({ path, body }));
  };
  const ofCsv = await sentOf(new File([COPY], 'phones.xlsx.csv', { type: 'text/csv' }));
  const ofWorkbook = await sentOf(
    await workbook(
      ['sno', 'imei1'],
      [
        ['1', FOUND],
        ['2', NOT_FOUND],
      ],
    ),
  );
  expect(ofWorkbook).toEqual(ofCsv);
  expect(ofCsv.length).toBeGreaterThan(4);
});
