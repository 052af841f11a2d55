import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { commandById, calls } from '@device-console/shared-lib/contract';
import { recordDownloads, FakeFailure, FakeNetworkFailure, held } from '@device-console/shared-lib/testing';
import { heldAnswers } from '../testing/held-answers.ts';
import { csvFile, openBatch, previewAndSend, resultRows } from '../testing/open-batch.tsx';
import { exactly } from '../testing/open-card.tsx';

/** IMEIs that end in an odd digit are found; of one the answer is unclear. */
const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
const UNCLEAR = '490154203237526';
const ALSO_FOUND = '490154203237513';
const ALL = [FOUND, NOT_FOUND, UNCLEAR, ALSO_FOUND];
const handlers = {
  getImeiDetails: ({ imei }: { readonly imei: string }) => ({
    status: 'success' as const,
    message: imei === UNCLEAR ? 'perhaps' : Number(imei.at(-1)) % 2 === 1 ? 'found' : 'not found',
  }),
};

async function openResults(session?: { readonly userlevel: string; readonly permissions: readonly string[] }) {
  const page = await openBatch(commandById('lock'), { handlers, ...(session && { session }) });
  await page.run(csvFile(ALL));
  return page;
}

describe('the filter of the results', () => {
  const group = () => within(screen.getByRole('group', { name: 'Results shown' }));
  const filter = (name: string) => group().getByRole('button', { name });
  const shown = () => resultRows().map((row) => row.textContent?.match(/^(\d)(\d{15})/)?.slice(1));

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
    // A part of the bar does so too, and again shows all.
    for (const count of [1, 4]) {
      await user.click(screen.getByTitle('Not found (1)'));
      expect(shown()).toHaveLength(count);
    }
  });

  it('B9 a filtered save has the filter in its name and the shown rows alone; Download CSV stays', async () => {
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
    await screen.findByText(/^The batch has ended\./);
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

  it.each([
    ['1 sent', [FOUND], 'status'],
    ['2 sent · 1 not found', [FOUND, NOT_FOUND, ALSO_FOUND], 'alert'],
  ] as const)(
    'B9 D11 the headline of the end says the outcomes, green only if all were found: %s',
    async (said, of, role) => {
      const { run } = await openBatch(commandById('lock'));
      await run(csvFile(of));
      const headline = screen.getByText(`Lock Device: ${said}`);
      expect(headline.closest('[role]')).toHaveAttribute('role', role);
      expect(headline.closest('[role]')).toHaveTextContent('The batch is complete. devices.csv');
    },
  );

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
});

describe('the order of the results', () => {
  /** Its digits, whatever the gaps between them. */
  const foundName = (name: string): boolean => name.replaceAll(' ', '') === FOUND;
  const imeis = () => resultRows().map((row) => within(row).getByRole('rowheader').textContent);

  it('B9 D11 the results begin with the problems, say why each has its status, and can be sorted', async () => {
    const { user } = await openResults();
    expect(imeis()).toEqual([UNCLEAR, NOT_FOUND, FOUND, ALSO_FOUND]);
    const [unclear, notFound, found] = resultRows();
    expect(unclear).toHaveTextContent(/unconfirmed .{10,}/);
    expect(notFound).toHaveTextContent('The server has no such device, or does not take the command for it.');
    expect(found).toHaveTextContent(new RegExp(`${FOUND}found$`));
    await user.click(screen.getByRole('button', { name: /^IMEI/ }));
    await waitFor(() => expect(imeis()).toEqual([FOUND, ALSO_FOUND, NOT_FOUND, UNCLEAR]));
  });

  it('N5 an IMEI leads to the page of its device, for operators who may look devices up', async () => {
    const { unmount } = await openResults();
    expect(screen.getByRole('link', { name: foundName })).toHaveAttribute('href', `/device#imei=${FOUND}`);
    unmount();
    await openResults({ userlevel: 'USER', permissions: ['Lock Device'] });
    expect(screen.queryByRole('link', { name: foundName })).not.toBeInTheDocument();
    expect(imeis()).toContain(FOUND);
  });
});

describe('an action of a row', () => {
  // Which commands have the action is a row of the command table, which has its own test.
  const command = commandById('setWallpaper');
  const action = commandById('lock');
  const buttons = () => screen.getAllByRole('button', { name: /^Lock App/ });
  const done = () => ({ status: 'success' as const, message: 'done' });
  const question = () => within(screen.getByRole('alertdialog', { name: 'Lock App' }));

  /** Presses the button of a row of results, counted from 0, and confirms. */
  async function lockRow(user: UserEvent, row: number): Promise<void> {
    await user.click(buttons()[row] ?? document.body);
    await user.click(question().getByRole('button', { name: 'Lock App' }));
  }

  it('C8 D7 D7a every row has a button Lock App, which asks, and sends clientof and retailerNumber', async () => {
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: done } });
    await run(csvFile([FOUND, ALSO_FOUND, '490154203237515']));
    const [first] = resultRows().map((row) => within(row));
    expect(buttons()).toHaveLength(3);
    await user.click(buttons()[0] ?? document.body);
    expect(question().getByText(`Lock Device will be sent to IMEI ${FOUND}.`)).toBeInTheDocument();
    await user.click(question().getByRole('button', { name: 'Cancel' }));
    expect(api.requestsOf('lockNotification')).toEqual([]);
    await lockRow(user, 0);
    expect(await screen.findByText(action.successText, exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}`)).toBeInTheDocument();
    expect(first?.getByText('sent')).toBeInTheDocument();
    const { email, clientof, retailer_phone: retailerNumber } = api.session;
    expect(api.requestsOf('lockNotification')).toEqual([
      expect.objectContaining({
        path: calls.lockNotification.path,
        body: { imei: FOUND, action: action.variants[0].action, clientof, retailerNumber, user: email },
      }),
    ]);
  });

  it('D7a is closed on a device that was not found, and open on an unconfirmed one, with a word', async () => {
    const { api, run, user } = await openBatch(command, {
      handlers: {
        lockNotification: done,
        getImeiDetails: ({ imei }) => ({ status: 'success', message: imei === FOUND ? 'perhaps' : 'not found' }),
      },
    });
    await run(csvFile([FOUND, NOT_FOUND]));
    const [open, closed] = within(screen.getByRole('table', { name: 'Results' })).getAllByRole('button', {
      name: /^Lock App/,
    });
    expect(closed).toBeDisabled();
    expect(closed).toHaveAccessibleDescription('Not found, so it would be refused');
    await user.click(open ?? document.body);
    expect(question().getByText(/It is not known whether the server has this device\.$/)).toBeInTheDocument();
    await user.click(question().getByRole('button', { name: 'Lock App' }));
    await screen.findByText(action.successText, exactly);
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('D2 D12 C8 after an unknown outcome the same row has the same id, another row its own', async () => {
    const { api, run, user } = await openBatch(command, {
      handlers: {
        lockNotification: () => new FakeNetworkFailure('gone'),
      },
    });
    await run(csvFile([FOUND, ALSO_FOUND]));
    await lockRow(user, 0);
    expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
    api.use({ lockNotification: done });
    await lockRow(user, 1);
    await screen.findByText(`IMEI ${ALSO_FOUND}`);
    await lockRow(user, 0);
    await screen.findByText(`IMEI ${FOUND}`);
    const [first, other, again] = api.requestsOf('lockNotification').map(({ transactionId }) => transactionId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it("C7 C8 D2 two presses send one request, whose refusal is told in the server's words", async () => {
    const answer = held<never>();
    const hanging = (): Promise<never> => answer.promise;
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: hanging } });
    await run(csvFile([FOUND]));
    await lockRow(user, 0);
    await user.click(buttons()[0] ?? document.body);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('lockNotification')).toHaveLength(1));
    answer.refuse(new FakeFailure({ message: 'Device  is released.' }));
    expect(await screen.findByText('Device  is released.', exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}: Nothing was sent to the device`)).toBeInTheDocument();
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('S8 D7 C8 an authorisation failure clears what is stored, but no unfinished batch', async () => {
    const stored = { 'console:resetToken': 'kept', 'batch:someone:else': '{}' };
    const { address, api, run, user } = await openBatch(command, { stored });
    await run(csvFile([FOUND]));
    api.revokeSession();
    await lockRow(user, 0);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
    expect(localStorage.getItem('console:resetToken')).toBeNull();
    expect(localStorage.getItem('batch:someone:else')).toBe('{}');
  });

  it.each([
    ['for an operator who may not lock devices', command, { userlevel: 'USER', permissions: [command.title] }],
    ['on the rows of other commands', action, { userlevel: 'ADMIN' }],
  ])('C8 D7a N5 it is not there %s', async (_, own, session) => {
    const { run } = await openBatch(own, { session });
    await run(csvFile([FOUND]));
    expect(screen.queryByRole('button', { name: /^Lock App/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Action' })).not.toBeInTheDocument();
  });
});
