import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { imeiText, readImeiCsv, type ImeiFile } from '../csv/index.ts';
import { recordDownloads, renderScreen } from '../testing/index.ts';
import { FileProblems, ImeiFilePicker, useFileReading } from './index.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const UNSURE = '490154203237511';

const read: ImeiFile[] = [];

function Page(): ReactNode {
  const reading = useFileReading(readImeiCsv);
  const file = reading.state.status === 'read' ? reading.state.file : null;
  const again = async (repaired: File): Promise<void> => {
    const answer = await reading.choose(repaired);
    if (answer) read.push(answer);
  };
  return (
    <>
      <ImeiFilePicker reading={reading} isDiagnosed />
      {file && <FileProblems file={file} isDiagnosed onFile={(repaired) => void again(repaired)} purpose="sent" />}
    </>
  );
}

const rows = [
  `1,${GOOD}`,
  `2,${GOOD}`,
  "3,'490154203237518",
  '4,3.56E+14',
  '5,35-693803-564381-7',
  `6,${UNSURE}`,
  '7,12',
  '8,13',
];

async function open() {
  const { user } = await renderScreen(Page);
  await user.upload(screen.getByLabelText('CSV file'), new File([['sno,imei1', ...rows].join('\n')], 'list.csv'));
  const list = within(await screen.findByRole('region', { name: 'What was found in the file' }));
  return { user, list, kinds: () => list.getAllByRole('listitem').map(({ textContent }) => textContent) };
}

/** The IMEIs that would be sent. */
const imeis = () => Array.from(read.at(-1)?.rows ?? [], imeiText);

it('B3 D10 D13 a file has one list of problems by kind, with number, first line and action', async () => {
  const { kinds } = await open();
  expect(screen.getByText('5 of 8 rows cannot be used.')).toBeInTheDocument();
  expect(kinds()).toEqual([
    '1 IMEIs marked as text, by an apostrophe, quotation marks or ="…" Left out · the first on line 4Use as read',
    '1 IMEIs that Excel has rounded (3.56E+14): their last digits are lost Left out · the first on line 5' +
      'Save these rows',
    '1 IMEIs written with spaces, dashes or other separators Left out · the first on line 6Use as read',
    '2 Numbers with fewer or more than 15 digits Left out · the first on line 8Save these rows',
    '1 Repeated IMEIs Left out. The first row of each counts. · the first on line 3Save these rows',
    '1 IMEIs that fail their check digit They are sent anyway. Check whether they were mistyped. ' +
      '· the first on line 7Save these rows',
  ]);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('B3 the rows of a kind open below it, and close', async () => {
  const { list, user } = await open();
  const kind = list.getByRole('button', { name: /^2 Numbers with fewer/ });
  expect(kind).toHaveAttribute('aria-expanded', 'false');
  await user.click(kind);
  const table = within(list.getByRole('table', { name: 'Numbers with fewer or more than 15 digits' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'LineDataError',
    '87,12Invalid Length found in imei, only 15 digits allowed',
    '98,13Invalid Length found in imei, only 15 digits allowed',
  ]);
  await user.click(kind);
  expect(list.queryByRole('table')).not.toBeInTheDocument();
});

it('D10 the rows of one kind are used, then of another one too, and all of them are left out again', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /^Use as read: IMEIs marked as text/ }));
  await waitFor(() => expect(imeis()).toEqual([GOOD, OTHER, UNSURE]));
  expect(read.at(-1)?.totals).toEqual({ total: 8, valid: 3, invalid: 4, duplicates: 1 });
  await user.click(await screen.findByRole('button', { name: /^Use as read: IMEIs written with spaces/ }));
  await waitFor(() => expect(imeis()).toEqual([GOOD, OTHER, '356938035643817', UNSURE]));
  await user.click(await screen.findByRole('button', { name: /^2 Repaired rows/ }));
  const repaired = within(screen.getByRole('table', { name: 'Repaired rows' }));
  expect(repaired.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'LineDataRead as',
    `43,'${OTHER}${OTHER}`,
    '65,35-693803-564381-7356938035643817',
  ]);
  await user.click(screen.getByRole('button', { name: 'Leave them out: Repaired rows' }));
  await waitFor(() => expect(imeis()).toEqual([GOOD, UNSURE]));
});

it('B3 the rows of a kind can be saved alone', async () => {
  const downloads = recordDownloads();
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Save these rows: Repeated IMEIs' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['incorrect_data.csv']));
  expect(await downloads[0]?.text()).toBe(`Sno,Incorrect Data,Error Message\r\n3,${GOOD},First on line 2\r\n`);
});
