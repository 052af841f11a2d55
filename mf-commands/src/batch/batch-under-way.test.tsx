import { screen, within, waitFor, act } from '@testing-library/react';
import { commandById, calls } from '@device-console/shared-lib/contract';
import { parseConfig } from '@device-console/shared-lib/contract/server';
import { FakeReply, recordDownloads } from '@device-console/shared-lib/testing';
import { Link } from '@device-console/shared-lib/router';
import { csvFile, openBatch, resultRows, fileField } from '../testing/open-batch.tsx';
import { heldAnswers } from '../testing/held-answers.ts';

describe('before it begins', () => {
  const imeis = Array.from({ length: 7 }, (_, index) => `00490154203237${index}`);

  function figures() {
    const card = within(screen.getByRole('region', { name: 'What will be sent' }));
    return (term: string) => card.getByText(term).nextElementSibling?.textContent;
  }

  const sums = ['Devices to be commanded', 'Wrong rows, left out', 'Repeated rows, left out'];

  it.each([
    [
      'wrong and repeated rows: its first IMEIs',
      [...imeis, '123', ...imeis.slice(0, 2)],
      ['7', '1', '2'],
      5,
      '7 will be locked · 1 wrong · 2 repeated',
    ],
    ['no fault: all of fewer than five', imeis.slice(0, 2), ['2', '0', '0'], 2, '2 will be locked'],
  ] as const)('B4 D13 D14 the figures of a list with %s', async (_what, list, expected, shown, sentence) => {
    const { api, choose } = await openBatch(commandById('lock'));
    await choose(csvFile(list));
    const figure = figures();
    expect(sums.map(figure)).toEqual(expected);
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(figure('First IMEIs')).toBe(imeis.slice(0, shown).join(' '));
    expect(api.requests).toEqual([]);
  });
});

describe('accepted without a word', () => {
  const FIRST = '490154203237511';
  const SECOND = '004999010640000';
  const command = commandById('deviceAction');
  const copy = 'bulkDeviceActionCopy.php';
  const { names } = parseConfig({ sharedKey: 'sixteen letters!', names: { calls: { [copy]: copy } } });

  it('D1b D11 devices whose command was accepted without a word count as found, and their rows say so', async () => {
    const replies = [new FakeReply(''), new FakeReply('{"status":"success","message":"Queued"}')];
    const page = await openBatch(command, {
      config: { backend: 'legacy', names },
      handlers: { adminLockNotification: () => replies.shift() ?? new FakeReply('') },
    });
    await page.run(csvFile([FIRST, SECOND]));
    expect(page.api.requests.filter(({ path }) => path === calls.adminLockNotification.path)).toHaveLength(2);
    expect(resultRows()[0]).toHaveTextContent(/found.*Accepted; the server says no more\./);
    expect(resultRows()[1]).toHaveTextContent(/found.*Queued/);
  });
});

describe('beside another batch', () => {
  const lock = commandById('lock');
  const unlock = commandById('unlock');
  const imeis = ['490154203237511', '004999010640003'];

  it('D16a beside a batch under way, another one may wait for its turn; it says so, and begins by itself', async () => {
    const held = heldAnswers('found');
    const { api, choose, start, user } = await openBatch(lock, {
      handlers: { getImeiDetails: held.call },
      beside: <Link to={`/${unlock.screen}`}>To the other</Link>,
    });
    await choose(csvFile(imeis));
    expect(screen.queryByRole('checkbox', { name: /under way/ })).not.toBeInTheDocument();
    await start();
    await screen.findByRole('button', { name: 'Pause' });
    await user.click(screen.getByText('To the other'));
    await screen.findByRole('heading', { name: unlock.title });
    // The card looks for an unfinished batch first.
    await screen.findByLabelText('CSV file');
    await choose(csvFile(imeis));
    const actions = () => api.requestsOf('getImeiDetails').map(({ body }) => body['action']);
    await user.click(screen.getByRole('checkbox', { name: `Start after the batches under way: ${lock.title}` }));
    await start();
    expect(await screen.findByText(/^This batch waits for those before it/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start now' })).toBeInTheDocument();
    expect(actions()).not.toContain('unlock');
    for (let answered = 0; answered < 2 * imeis.length; answered += 1) await held.answer();
    await screen.findByText('The batch is complete.');
    expect(actions()).toEqual(['lock', 'lock', 'unlock', 'unlock']);
  });
});

describe('the focus from stage to stage', () => {
  const IMEIS = ['490154203237511', '490154203237513'];
  const lock = commandById('lock');
  const card = (name: string) => screen.getByRole('group', { name });
  const button = (name: string) => screen.getByRole('button', { name });

  /** A batch started by the keyboard, whose first device waits for its answer. */
  async function openRunning() {
    const device = heldAnswers('found');
    const page = await openBatch(lock, { handlers: { getImeiDetails: device.call } });
    await page.choose(csvFile(IMEIS));
    act(() => button('Lock 2 devices').focus());
    await page.user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Pause' });
    return { ...page, device };
  }

  it('D26 comes to what is ready once the chosen file is read', async () => {
    const { user } = await openBatch(lock);
    act(() => fileField().focus());
    await user.upload(fileField(), csvFile(IMEIS));
    await waitFor(() => expect(card('Batch: ready to start')).toHaveFocus());
    await user.tab();
    expect(card('Batch: ready to start')).toContainElement(document.activeElement as HTMLElement);
  });

  it('D26 comes to the running batch, stays on the button that pauses and continues, comes to the end', async () => {
    const { user, device } = await openRunning();
    await waitFor(() => expect(card('Batch: running')).toHaveFocus());
    await user.tab();
    const pause = button('Pause');
    expect(pause).toHaveFocus();
    await user.keyboard('{Enter}');
    await device.answer();
    await screen.findByText('The batch is paused.');
    expect(button('Continue')).toBe(pause);
    expect(pause).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Pause' });
    expect(button('Pause')).toBe(pause);
    expect(pause).toHaveFocus();
    await device.answer();
    await screen.findByText('The batch is complete.');
    await waitFor(() => expect(card('Batch: complete')).toHaveFocus());
  });

  it('D26 stays where it is when the operator is elsewhere', async () => {
    const { device } = await openRunning();
    const elsewhere = screen.getByRole('textbox', { name: 'IMEI number' });
    act(() => elsewhere.focus());
    await device.answer();
    await device.answer();
    await screen.findByText('The batch is complete.');
    expect(elsewhere).toHaveFocus();
  });
});

it('B3 D10 offers corrected.csv when nothing is lost, and none when Excel has rounded an IMEI', async () => {
  const report = async () => within(await screen.findByRole('region', { name: 'What was found in the file' }));
  const downloads = recordDownloads();
  const { choose, user } = await openBatch(commandById('lock'));
  await choose(csvFile(['490154203237518', '35-693803-564380-9', '="004999010640000', '490154203237518']));
  const whole = await report();
  expect(whole.getByText('IMEIs written with spaces, dashes or other separators')).toBeInTheDocument();
  expect(whole.getByText('Left out · the first on line 3')).toBeInTheDocument();
  expect(whole.getByText('IMEIs marked as text, by an apostrophe, quotation marks or ="…"')).toBeInTheDocument();
  await user.click(whole.getByRole('button', { name: 'Download corrected.csv' }));
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['corrected.csv']));
  expect(await downloads[0]?.text()).toBe(
    'sno,imei1\r\n1,490154203237518\r\n2,356938035643809\r\n3,004999010640000\r\n',
  );
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await screen.findByLabelText('CSV file');
  await choose(csvFile(["'490154203237518", '3.56938E+14']));
  const lost = await report();
  expect(lost.getByText('IMEIs that Excel has rounded (3.56E+14): their last digits are lost')).toBeInTheDocument();
  expect(lost.getByText(/No corrected file is offered/)).toBeInTheDocument();
  expect(lost.getByRole('button', { name: 'Use 1 repaired row' })).toBeEnabled();
  expect(lost.queryByRole('button', { name: 'Download corrected.csv' })).not.toBeInTheDocument();
});

it('B3 T4 tells the wrong rows of notifications by their errors, and reads nothing into them', async () => {
  const { user } = await openBatch(commandById('notify'));
  const lines = [
    'sno,name,imei1,amount,date,template',
    "1,Asha,'490154203237518,100,01/01/2026,Pre",
    '2,Ravi,356938035643809,100,01/01/2099,Pre',
    '3,Li',
    '4,Li',
  ];
  await user.upload(fileField(), new File([lines.join('\n')], 'notify.csv', { type: 'text/csv' }));
  const found = within(await screen.findByRole('region', { name: 'What was found in the file' }));
  expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 Incorrect fields: Invalid IMEI (must be 15 digits) Left out · the first on line 2Save these rows',
    '2 Incorrect fields: Invalid row, missing or extra columns Left out · the first on line 4Save these rows',
  ]);
  expect(screen.queryByRole('button', { name: /repaired row/ })).not.toBeInTheDocument();
});

it('D14 Cancel asks before it stops a run, and what was done stays among the unfinished batches', async () => {
  const [done, left] = ['490154203237511', '004999010640000'];
  const held = heldAnswers('found');
  const { api, choose, start, user } = await openBatch(commandById('lock'), {
    handlers: { getImeiDetails: held.call },
  });
  await choose(csvFile([done, left], 'running.csv'));
  await start();
  await screen.findByRole('button', { name: 'Pause' });
  await held.answer();
  await waitFor(() => expect(api.requestsOf('getImeiDetails')).toHaveLength(2));
  const question = async () => {
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    return within(screen.getByRole('alertdialog', { name: 'Leave this batch unfinished?' }));
  };
  await user.click((await question()).getByRole('button', { name: 'Keep the batch' }));
  expect(screen.queryByText('Unfinished batches')).not.toBeInTheDocument();
  await user.click((await question()).getByRole('button', { name: 'Leave unfinished' }));
  await held.answer();
  expect(await screen.findByRole('button', { name: 'Resume running.csv' })).toBeInTheDocument();
  expect(api.requestsOf('getImeiDetails').map(({ body }) => body['imei'])).toEqual([done, left]);
});
