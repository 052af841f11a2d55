import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
const UNCLEAR = '490154203237526';
const ALSO_FOUND = '490154203237513';
const handlers = {
  getImeiDetails: ({ imei }: { readonly imei: string }) => ({
    status: 'success' as const,
    message: imei === UNCLEAR ? 'perhaps' : Number(imei.at(-1)) % 2 === 1 ? 'found' : 'not found',
  }),
};
const lock = commandById('lock');
/** Its digits, whatever the gaps between them. */
const foundName = (name: string): boolean => name.replaceAll(' ', '') === FOUND;
const imeis = () => resultRows().map((row) => within(row).getByRole('rowheader').textContent);

async function openResults(session?: { readonly userlevel: string; readonly permissions: readonly string[] }) {
  const page = await openBatch(lock, { handlers, ...(session && { session }) });
  await page.run(csvFile([FOUND, NOT_FOUND, UNCLEAR, ALSO_FOUND]));
  return page;
}

it('B9 D11 the results of a batch that is over begin with its problems, and can be sorted', async () => {
  const { user } = await openResults();
  expect(imeis()).toEqual([UNCLEAR, NOT_FOUND, FOUND, ALSO_FOUND]);
  await user.click(screen.getByRole('button', { name: /^IMEI/ }));
  await waitFor(() => expect(imeis()).toEqual([FOUND, ALSO_FOUND, NOT_FOUND, UNCLEAR]));
});

it('D11 each device says why it has its status', async () => {
  await openResults();
  const [unclear, notFound, found] = resultRows();
  expect(unclear).toHaveTextContent(/unconfirmed .{10,}/);
  expect(notFound).toHaveTextContent('The server has no such device, or does not take the command for it.');
  expect(found).toHaveTextContent(new RegExp(`${FOUND}found$`));
});

it('N5 an IMEI leads to the page of its device, for operators who may look devices up', async () => {
  const { unmount } = await openResults();
  expect(screen.getByRole('link', { name: foundName })).toHaveAttribute('href', `/device#imei=${FOUND}`);
  unmount();
  await openResults({ userlevel: 'USER', permissions: ['Lock Device'] });
  expect(screen.queryByRole('link', { name: foundName })).not.toBeInTheDocument();
  expect(imeis()).toContain(FOUND);
});

it('D11 a part of the bar keeps the results to its status, and again shows all', async () => {
  const { user } = await openResults();
  const part = screen.getByTitle('Not found (1)');
  await user.click(part);
  expect(imeis()).toEqual([NOT_FOUND]);
  expect(screen.getByRole('button', { name: 'Not found (1)' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(part);
  expect(imeis()).toHaveLength(4);
});
