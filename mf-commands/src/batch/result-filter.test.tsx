import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { heldAnswers } from '../testing/held-answers.ts';
import { csvFile, openBatch, previewAndSend, resultRows } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
const UNCLEAR = '490154203237526';
const ALSO_FOUND = '490154203237513';
const ALL = [FOUND, NOT_FOUND, UNCLEAR, ALSO_FOUND];

/** IMEIs that end in an odd digit are found; of one the answer is unclear. */
const handlers = {
  getImeiDetails: ({ imei }: { readonly imei: string }) => ({
    status: 'success' as const,
    message: imei === UNCLEAR ? 'perhaps' : Number(imei.at(-1)) % 2 === 1 ? 'found' : 'not found',
  }),
};

const group = () => within(screen.getByRole('group', { name: 'Results shown' }));
const filter = (name: string) => group().getByRole('button', { name });
const shown = () => resultRows().map((row) => row.textContent?.match(/^(\d)(\d{15})/)?.slice(1));

async function openResults(commandId: 'lock' | 'setWallpaper' = 'lock') {
  const page = await openBatch(commandById(commandId), { handlers });
  await page.run(csvFile(ALL));
  return page;
}

it('B9 D11 the results can be kept to those found, not found or unconfirmed, each with its count', async () => {
  const { user } = await openResults();
  const names = group()
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names).toEqual(['All (4)', 'Found (2)', 'Not found (1)', 'Unconfirmed (1)']);
  expect(filter('All (4)')).toHaveAttribute('aria-pressed', 'true');
  const cases = [
    ['Found (2)', [FOUND, ALSO_FOUND]],
    ['Not found (1)', [NOT_FOUND]],
    ['Unconfirmed (1)', [UNCLEAR]],
    ['All (4)', [UNCLEAR, NOT_FOUND, FOUND, ALSO_FOUND]],
  ] as const;
  for (const [name, imeis] of cases) {
    await user.click(filter(name));
    expect(filter(name)).toHaveAttribute('aria-pressed', 'true');
    expect(group().getAllByRole('button', { pressed: true })).toHaveLength(1);
    expect(shown()).toEqual(imeis.map((imei) => [String(ALL.indexOf(imei) + 1), imei]));
  }
});

it('B9 a filtered save has the filter in its name and the shown rows alone; Download CSV stays as it is', async () => {
  const { user } = await openResults();
  const downloads = recordDownloads();
  expect(screen.queryByRole('button', { name: /^Download shown/ })).not.toBeInTheDocument();
  await user.click(filter('Not found (1)'));
  await user.click(screen.getByRole('button', { name: 'Download shown (CSV)' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(downloads).toHaveLength(2));
  expect(downloads.map(({ name }) => name)).toEqual(['imei_data-not-found.csv', 'imei_data.csv']);
  const [part, whole] = await Promise.all(downloads.map((download) => download.text()));
  expect(ALL.filter((imei) => part?.includes(imei))).toEqual([NOT_FOUND]);
  expect(ALL.filter((imei) => whole?.includes(imei))).toEqual(ALL);
});

it('D11 after a retry the filter is kept, and the rows and counts are those of the new outcomes', async () => {
  const { api, user } = await openResults();
  await user.click(filter('Unconfirmed (1)'));
  api.use({ getImeiDetails: () => ({ status: 'success', message: 'found' }) });
  await user.click(screen.getByRole('button', { name: 'Retry unconfirmed' }));
  await waitFor(() => expect(filter('Unconfirmed (0)')).toHaveAttribute('aria-pressed', 'true'));
  expect(screen.getByText('No device has this status')).toBeInTheDocument();
  await user.click(filter('Found (3)'));
  expect(shown().map((cells) => cells?.[1])).toEqual([FOUND, UNCLEAR, ALSO_FOUND]);
});

it('B9 T6 with a filter each device has its own number and message, on the page and in the file', async () => {
  const page = await openBatch(commandById('notify'), { handlers });
  const names = ['Asha', 'Ravi', 'Uma', 'Vik'];
  const rows = ALL.map((imei, index) => `${index + 1},${names[index]},${imei},10,01/02/2026,Post`);
  await page.choose(
    new File([['sno,name,imei1,amount,date,template', ...rows].join('\n')], 'dues.csv', { type: 'text/csv' }),
  );
  await previewAndSend(page.user);
  await screen.findByText('The batch is complete.');
  await page.user.click(filter('Found (2)'));
  expect(resultRows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(`^1${FOUND}found Asha`),
    expect.stringMatching(`^4${ALSO_FOUND}found Vik`),
  ]);
  const downloads = recordDownloads();
  await page.user.click(screen.getByRole('button', { name: 'Download shown (CSV)' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data-found.csv']));
  const text = (await downloads[0]?.text()) ?? '';
  expect(names.filter((name) => text.includes(name))).toEqual(['Asha', 'Vik']);
  expect(text.match(/^\d/gm)).toEqual(['1', '4']);
});

it('B9 the results stay the same table, where it is scrolled to, when the batch comes to its end', async () => {
  const device = heldAnswers('found');
  const page = await openBatch(commandById('lock'), { handlers: { getImeiDetails: device.call } });
  await page.choose(csvFile([FOUND, ALSO_FOUND]));
  await page.start();
  await device.answer();
  const table = await screen.findByRole('table', { name: 'Results' });
  await device.answer();
  await screen.findByText('The batch is complete.');
  expect(screen.getByRole('table', { name: 'Results' })).toBe(table);
});
