import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeFailure, recordDownloads, type FakeHandlers } from '@device-console/shared-lib/testing';
import { heldAnswers } from '../testing/held-answers.ts';
import { MemoryStore } from '../testing/memory-batches.ts';
import { fileField, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FIRST = '490154203237511';
const SECOND = '490154203237513';
const FILE = new File([`sno,imei1\n1,${FIRST}\nx,123\n2,${SECOND}\ny,${SECOND},more`], 'overdue.csv', {
  type: 'text/csv',
});
const SUMMARY = 'CSV contains incorrect format data.';

async function begin(handlers: FakeHandlers, store = new MemoryStore()) {
  const page = await openBatch(lock, { handlers, store });
  await page.choose(FILE);
  await page.start();
  return page;
}

/** Name, size and reading time of the file stand on the page, with its wrong rows and their file. */
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
  it('B3 B4 stays with it from its copy to its end, with the list of wrong rows and incorrect_data.csv', async () => {
    const [copy, item, report] = [heldAnswers('done'), heldAnswers('found'), heldAnswers('done')];
    const { user } = await begin({ copy: copy.call, getImeiDetails: item.call, updateStatusOnServer: report.call });
    await screen.findByText(
      'Please wait while we evaluate this batch. You are requested not to refresh/reload/or navigate',
    );
    await expectFile(user);
    await copy.answer();
    await screen.findByText('Please Wait while we are executing this batch');
    await expectFile(user);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await item.answer();
    await screen.findByText('The batch is paused.');
    await expectFile(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await item.answer();
    await screen.findByRole('button', { name: 'Finish here' });
    await expectFile(user);
    await report.answer();
    await screen.findByText('The batch is complete.');
    await expectFile(user);
  });

  it('B3 B4 D11a stays with a batch that failed or cannot be reported, and when it is tried again', async () => {
    const refused = (): never => {
      throw new FakeFailure({ message: 'No list today.' });
    };
    const { api, user } = await begin({ updateCommandOnServer: refused });
    await screen.findByText('No list today.');
    await expectFile(user);
    api.use({ updateCommandOnServer: () => ({ status: 'success', message: 'noted' }), updateStatusOnServer: refused });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('button', { name: 'Try again' });
    await expectFile(user);
    await user.click(screen.getByRole('button', { name: 'Finish here' }));
    await screen.findByText('The batch is complete.');
    await expectFile(user);
  });

  it('B3 B4 after a reload its figures are still there, and its wrong rows are counted', async () => {
    const store = new MemoryStore();
    const item = heldAnswers('found');
    const first = await begin({ getImeiDetails: item.call }, store);
    await item.answer();
    const key = { operator: first.api.session.email, command: lock.id };
    await waitFor(async () => expect((await store.load(key))?.progress.next).toBe(1));
    first.unmount();
    const { user } = await openBatch(lock, { store });
    const card = within(await screen.findByRole('region', { name: 'Incomplete Batch Available' }));
    for (const term of ['File name', 'Size', 'Reading time']) expect(card.getByText(term)).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(screen.getByText('Reading time')).toBeInTheDocument();
    expect(screen.getByText(SUMMARY)).toBeInTheDocument();
    expect(
      screen.getByText(/^2 of 4 rows cannot be used\. They were listed when the file was read/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Invalid IMEI list' })).not.toBeInTheDocument();
  });
});

describe('the summary of a file with a fault', () => {
  it.each([
    ['a wrong header', 'serial,imei\n1,2', 'Invalid Headers'],
    ['no valid row', 'sno,imei1\n1,2', 'No row has a valid IMEI.'],
    ['some valid rows', `sno,imei1\n1,${FIRST}\n2,3`, '1 of 2 rows cannot be used.'],
  ])('B3 is that of the specification: %s', async (_what, content, detail) => {
    const { user } = await openBatch(lock);
    await user.upload(fileField(), new File([content], 'list.csv', { type: 'text/csv' }));
    expect(await screen.findByText(SUMMARY)).toBeInTheDocument();
    expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Download incorrect_data.csv' })).toBeInTheDocument();
  });

  it('B1 a file of another kind has its own text, and no other', async () => {
    const { user } = await openBatch(lock);
    await user.upload(fileField(), new File(['a'], 'list.csv', { type: 'text/plain' }));
    expect(await screen.findByText('Only CSV files are allowed.')).toBeInTheDocument();
    expect(screen.queryByText(SUMMARY)).not.toBeInTheDocument();
  });
});
