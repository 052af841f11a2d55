import { screen, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { leftUnfinished } from '../testing/left-unfinished.ts';
import { openBatch, previewAndSend, resultRows } from '../testing/open-batch.tsx';

const notify = commandById('notify');
const ASHA = '490154203237511';
const RAVI = '490154203237513';
const HEADER = 'sno,name,imei1,amount,date,template';
const FIRST = `1,Asha,${ASHA},1250,05/12/2026,Pre`;
const SECOND_INSTALMENT = `2,Asha,${ASHA},980,05/01/2027,Pre`;
const OTHER = `3,Ravi,${RAVI},10,01/02/2026,Post`;
const AGAIN = `4,Ravi,${RAVI},10,01/02/2026,Post`;
const WISH = 'Leave them out: Rows that repeat another one as a whole';

function fileOf(rows: readonly string[]): File {
  return new File([[HEADER, ...rows].join('\r\n')], 'dues.csv', { type: 'text/csv' });
}

async function open(rows: readonly string[], options: Parameters<typeof openBatch>[1] = {}) {
  const page = await openBatch(notify, options);
  await page.choose(fileOf(rows));
  const begin = async (count: number): Promise<void> => {
    expect(screen.getByRole('button', { name: `Preview ${count} messages` })).toBeEnabled();
    await previewAndSend(page.user);
  };
  const sent = () =>
    page.api
      .requestsOf('getImeiDetails')
      .map(({ body }) => [body['imei'], String(body['message']).match(/₹[\d,.]+/)?.[0]]);
  return { ...page, begin, sent };
}

describe('an IMEI in several rows of notifications', () => {
  it("T4 T6 D13a is told of, and on the operator's wish left out of messages, copy, list and batch", async () => {
    const { api, begin, sent, user } = await open([FIRST, OTHER, AGAIN, SECOND_INSTALMENT]);
    const found = within(screen.getByRole('region', { name: 'What was found in the file' }));
    expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '4 IMEIs that fail their check digit They are sent anyway. Check whether they were mistyped. ' +
        '· the first on line 2Save these rows',
      '1 Further messages to the same IMEI Each of them is sent. · the first on line 5Save these rows',
      '1 Rows that repeat another one as a whole They are sent too, unless you leave them out. ' +
        '· the first on line 4Leave them out',
    ]);
    expect(screen.getByRole('button', { name: WISH })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: WISH }));
    expect(found.getByText('Left out by you · the first on line 4')).toBeInTheDocument();
    const card = within(screen.getByRole('region', { name: 'What will be sent' }));
    for (const [term, count] of [
      ['Messages to be sent', '3'],
      ['Repeated rows, left out', '1'],
    ] as const)
      expect(card.getByText(term).nextElementSibling).toHaveTextContent(count);
    await begin(3);
    await screen.findByText('The batch is complete.');
    expect(sent()).toEqual([
      [ASHA, '₹1,250.00'],
      [RAVI, '₹10.00'],
      [ASHA, '₹980.00'],
    ]);
    const lines = [
      HEADER,
      `1,Asha,${ASHA},1250.00,05/12/2026,Pre`,
      `2,Ravi,${RAVI},10.00,01/02/2026,Post`,
      `3,Asha,${ASHA},980.00,05/01/2027,Pre`,
      '',
    ];
    expect(api.requestsOf('copy')[0]?.body['file']).toEqual({ name: 'dues.csv', text: lines.join('\r\n') });
    expect(api.requestsOf('updateCommandOnServer')[0]?.body['imeilist']).toBe([ASHA, RAVI, ASHA].join(','));
    const summary = within(screen.getByRole('region', { name: 'Batch Summary' }));
    expect(summary.getByText('Repeated').nextElementSibling).toHaveTextContent('1');
    expect(summary.getByText('Total').nextElementSibling).toHaveTextContent('4');
  });

  const wishes = [
    [false, 4],
    [true, 3],
  ] as const;
  it.each(wishes)('D13a D15 goes on from the same file (left out: %s)', async (leavesOut, count) => {
    const rows = [FIRST, OTHER, AGAIN, SECOND_INSTALMENT];
    const start = async ({ user }: Awaited<ReturnType<typeof openBatch>>): Promise<void> => {
      if (leavesOut) await user.click(screen.getByRole('button', { name: WISH }));
      await previewAndSend(user);
    };
    const store = await leftUnfinished(notify, { file: fileOf(rows), answered: 2, start });
    const { api, user } = await openBatch(notify, { store, vaultSession: 'another login' });
    await user.upload(await screen.findByLabelText('The same CSV file'), fileOf(rows));
    await screen.findByText('dues.csv has been read. Press Process to continue.');
    await user.click(screen.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual(leavesOut ? [ASHA] : [RAVI, ASHA]);
    expect(resultRows()).toHaveLength(count);
  });
});
