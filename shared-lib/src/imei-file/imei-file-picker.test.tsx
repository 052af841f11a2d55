import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { imeiText, isNotificationFile, readImeiCsv, readNotificationCsv, type ImeiFile } from '../csv/index.ts';
import { madeByLibreOffice, sheetOf, workbookOf } from '../csv/testing/workbooks.ts';
import { renderScreen } from '../testing/index.ts';
import { FileDetails, FileProblems, ImeiFilePicker, InvalidRows, useFileReading } from './index.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';

const chosen: (readonly string[] | null)[] = [];

function Page(): ReactNode {
  const reading = useFileReading(readImeiCsv);
  const file = reading.state.status === 'read' ? reading.state.file : null;
  const note = (file: ImeiFile | null): void => void chosen.push(file && Array.from(file.rows, imeiText));
  return (
    <>
      <ImeiFilePicker reading={reading} isDiagnosed takesList onRead={note} />
      {file && (
        <>
          <FileDetails file={file} />
          <FileProblems file={file} isDiagnosed onFile={(repaired) => void reading.choose(repaired)} purpose="sent" />
          <InvalidRows errors={file.errors} />
        </>
      )}
    </>
  );
}

const names: string[] = [];

function Messages(): ReactNode {
  const reading = useFileReading(readNotificationCsv);
  const note = (file: ImeiFile | null): void => {
    if (file && isNotificationFile(file)) names.push(...Array.from(file.notifications, ({ name }) => name));
  };
  return <ImeiFilePicker reading={reading} isDiagnosed={false} onRead={note} />;
}

async function open(Shown: () => ReactNode = Page) {
  chosen.length = 0;
  const { user } = await renderScreen(Shown);
  const choose = (bytes: Uint8Array, name = 'devices.xlsx') =>
    user.upload(screen.getByLabelText('CSV file'), new File([new Uint8Array(bytes)], name));
  return { user, choose };
}

const detail = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

/** A kind of problem in the file, by its number, its words and what becomes of it. */
const problem = async (text: RegExp) => {
  const found = within(await screen.findByRole('region', { name: 'What was found in the file' }));
  const item = found.getAllByRole('listitem').find(({ textContent }) => text.test(textContent ?? ''));
  if (!item) throw new Error(`Among ${found.getByRole('list').textContent} is no ${String(text)}.`);
  return item;
};

describe('a workbook that is chosen', () => {
  it('D10a names the sheet, the column and the rows, and says that hidden ones are read', async () => {
    const { choose } = await open();
    await choose(madeByLibreOffice());
    expect(await screen.findByText('Reading time')).toBeInTheDocument();
    expect([detail('File'), detail('Read from'), detail('Rows')]).toEqual([
      'devices.xlsx',
      'Sheet “Phones”, column C: IMEI 1',
      '10',
    ]);
    expect(await problem(/^1 Rows that the sheet hides, for example by a filter Read as well\./)).toBeInTheDocument();
  });

  it('D10a another of its sheets can be chosen, a hidden one too', async () => {
    const { choose, user } = await open();
    await choose(madeByLibreOffice());
    const tables = await screen.findByRole('combobox', { name: 'Sheet and column of the IMEIs' });
    expect(Array.from(tables.querySelectorAll('option'), ({ textContent }) => textContent)).toEqual([
      'Sheet “Phones”, column C: IMEI 1',
      'Sheet “Numbers”, column B: imei1',
      'Sheet “Old”, column B: imei1 (hidden sheet)',
    ]);
    await user.selectOptions(tables, 'Sheet “Numbers”, column B: imei1');
    expect(await screen.findByText('2', { selector: 'dd' })).toBeInTheDocument();
    expect(detail('Read from')).toBe('Sheet “Numbers”, column B: imei1');
    expect(chosen.at(-1)).toEqual([GOOD, OTHER]);
  });

  it('D10a D14 a sheet without a valid row still leads to another one', async () => {
    const { choose, user } = await open();
    await choose(workbookOf({ A: sheetOf([['imei1'], ['12']]), B: sheetOf([['imei'], [GOOD]]) }));
    expect(await screen.findByText('No row has a valid IMEI.')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox'), 'Sheet “B”, column A: imei');
    expect(await screen.findByText('Sheet “B”, column A: imei', { selector: 'dd' })).toBeInTheDocument();
    expect(chosen.at(-1)).toEqual([GOOD]);
  });

  it('D10a one column alone is no choice', async () => {
    const { choose } = await open();
    await choose(workbookOf({ Phones: sheetOf([['imei1'], [GOOD]]) }));
    expect(await screen.findByText('Read from')).toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('D10a the page itself reads none that is large, and says what to do', async () => {
    const { choose } = await open();
    const rows = Array.from({ length: 3_000 }, (_, row) => [row, GOOD.padEnd(800)]);
    await choose(workbookOf({ Phones: sheetOf(rows) }));
    expect(await screen.findByText(/^devices\.xlsx holds more than 2 MB once it is unpacked/)).toBeInTheDocument();
    expect(screen.getByText(/^Save the sheet with the IMEIs as CSV/)).toBeInTheDocument();
  });
});

it('H2 the sample of a file is beside its field', async () => {
  await open();
  const sample = screen.getByRole('link', { name: 'Sample CSV' });
  expect(sample).toHaveAttribute('download', 'sample.csv');
  expect(sample).toHaveAttribute('href', expect.stringMatching(/\.csv$/));
});

describe('a list instead of a file', () => {
  it('D10b is pasted into a field and read, with the wrong lines', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Paste a list' }));
    const field = screen.getByRole('textbox', { name: 'List of IMEIs' });
    expect(field).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Read the list' })).toBeDisabled();
    await user.paste(`${GOOD}\n12345\n${OTHER}`);
    await user.click(screen.getByRole('button', { name: 'Read the list' }));
    expect(await screen.findByText('Reading time')).toBeInTheDocument();
    expect(detail('File')).toBe('pasted-list.csv');
    expect(chosen.at(-1)).toEqual([GOOD, OTHER]);
  });

  it('D10b can be given up', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Paste a list' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Paste a list' })).toBeEnabled();
  });
});

describe('a CSV file that is not as it must be', () => {
  const chooseText = async (text: string) => {
    const { choose, user } = await open();
    await choose(new TextEncoder().encode(text), 'devices.csv');
    return user;
  };

  it('D10 with other headings, or a line that names the separator, is looked through when asked', async () => {
    const user = await chooseText(`sep=;\nName;IMEI No.;City\nAsha;${GOOD};Pune\nRavi;12;Delhi\nLi;${OTHER};`);
    const look = await screen.findByRole('button', { name: 'Look for the IMEIs in it' });
    expect(screen.getAllByText('Invalid Headers')).not.toEqual([]);
    expect(chosen).toEqual([null]);
    await user.click(look);
    expect(await screen.findByText('Reading time')).toBeInTheDocument();
    expect(detail('Read from')).toBe('Sheet “CSV”, column B: IMEI No.');
    expect(chosen.at(-1)).toEqual([GOOD, OTHER]);
  });

  it('T4 D10 with names in another encoding is read as Windows-1252 at a press, once they are seen', async () => {
    const { choose, user } = await open(Messages);
    const text = `sno,name,imei1,amount,date,template\r\n1,Jos\u00e9 N\u00fa\u00f1ez,${GOOD},900,05/12/2026,Pre\r\n`;
    await choose(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      'dues.csv',
    );
    expect(await screen.findByText(/Read so, the file has these names: José Núñez\./)).toBeInTheDocument();
    expect(names).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Read it as Windows-1252' }));
    await waitFor(() => expect(names).toEqual(['José Núñez']));
    expect(screen.queryByText(/is not in UTF-8/)).not.toBeInTheDocument();
  });

  it('B3 D10 says of each row why it has no device, and corrects the others', async () => {
    await chooseText(`sno,imei1\n1,356 938 035 643 809\nTotal,1\nsno,imei1`);
    const table = within(await screen.findByRole('table', { name: 'Invalid IMEI list' }));
    await waitFor(() => expect(table.getByText(GOOD)).toBeInTheDocument());
    expect(table.getByText('Rows that hold no device, such as a total')).toBeInTheDocument();
    expect(table.getByText('The header line once more')).toBeInTheDocument();
    expect(table.getAllByText('Invalid Length found in imei, only 15 digits allowed')).toHaveLength(3);
    expect(await screen.findByRole('button', { name: 'Download corrected.csv' })).toBeEnabled();
  });

  it('B3 D10 says how many devices are not certain, and why', async () => {
    await chooseText(`sno,imei1\n1,${GOOD} / ${OTHER}\n2,12`);
    expect(await screen.findByText(/it is not certain which device is meant by 2 rows/)).toBeInTheDocument();
    const found = within(screen.getByRole('region', { name: 'What was found in the file' }));
    expect(found.getByText(/^Rows with more than one IMEI/)).toBeInTheDocument();
    expect(found.getByText('Numbers with fewer or more than 15 digits')).toBeInTheDocument();
    expect(found.getAllByText(/^Left out · the first on line [23]$/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Download corrected.csv' })).not.toBeInTheDocument();
  });

  it('B3 D10 its rows that can be read are shown beside what they are read as, and used when asked', async () => {
    const user = await chooseText(`sno,imei1\n1,35-693803-564380-9\n2,3.56E+14`);
    const table = await screen.findByRole('table', { name: 'Invalid IMEI list' });
    await waitFor(() => expect(within(table).getByText(GOOD)).toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Use 1 repaired row' }));
    await waitFor(() => expect(chosen.at(-1)).toEqual([GOOD]));
    expect(detail('File')).toBe('devices.csv');
    expect(await problem(/^1 Repaired rows Used as they were read\..* · the first on line 2/)).toBeInTheDocument();
    expect(screen.getByText('1 of 2 rows cannot be used.')).toBeInTheDocument();
    const left = await screen.findByRole('table', { name: 'Invalid IMEI list' });
    await waitFor(() => expect(within(left).getByRole('row', { name: /3\.56E\+14/ })).toHaveTextContent(/^3/));
  });

  it('B3 D10 the rows of the table of a workbook that was chosen are used', async () => {
    const { user, choose } = await open();
    await choose(workbookOf({ A: sheetOf([['imei1'], [OTHER]]), B: sheetOf([['imei1'], ['35-693803-564380-9']]) }));
    await user.selectOptions(await screen.findByRole('combobox'), 'Sheet “B”, column A: imei1');
    await user.click(await screen.findByRole('button', { name: 'Use 1 repaired row' }));
    await waitFor(() => expect(chosen.at(-1)).toEqual([GOOD]));
  });
});
