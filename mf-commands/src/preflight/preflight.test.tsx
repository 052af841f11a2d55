import { screen, waitFor, within } from '@testing-library/react';
import { EVALUATING } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { batchCard, csvFile, openBatch, startButton } from '../testing/open-batch.tsx';

const IMEIS = ['004999010640001', '004999010640003', '004999010640005', '004999010640007'];
const lock = commandById('lock');

/** A server that has a finding for three of the four devices, and two for one of them. */
const knowing: FakeHandlers['batchCheck'] = ({ imeilist }) => {
  const [unknown = '', released = '', same = ''] = imeilist.split(',');
  const items = [
    { imei: unknown, finding: 'unknown' },
    { imei: released, finding: 'released' },
    { imei: same, finding: 'same', detail: '2026-11-22T09:00:00Z' },
    { imei: same, finding: 'recent', detail: '2026-11-22T09:00:00Z' },
  ];
  return { status: 'success', message: '', items };
};

async function ready(batchCheck: FakeHandlers['batchCheck'], command = lock) {
  const page = await openBatch(command, { handlers: { batchCheck } });
  await page.choose(csvFile(IMEIS));
  return page;
}

const found = () => screen.findByRole('group', { name: 'What the server knows of these devices' });
const sent = (page: Awaited<ReturnType<typeof ready>>) =>
  page.api.requestsOf('getImeiDetails').map(({ body }) => body['imei']);

async function send({ start }: Awaited<ReturnType<typeof ready>>): Promise<void> {
  await start();
  await screen.findByText('The batch is complete.');
}

it('D5b shows what the server knows before anything is sent, and leaves nothing out unasked', async () => {
  const page = await ready(knowing);
  const boxes = within(await found()).getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Leave out 1 that are not registered',
    'Leave out 1 that are released and take no commands',
    'Leave out 1 whose last command was this one',
    'Leave out 1 that got some command within the last hour',
  ]);
  for (const box of boxes) expect(box).not.toBeChecked();
  expect(page.api.requestsOf('batchCheck').map(({ body }) => body)).toEqual([
    { action: 'lock', imeilist: IMEIS.join(','), user: page.api.session.email },
  ]);
  expect(sent(page)).toEqual([]);
  await send(page);
  expect(sent(page)).toEqual(IMEIS);
});

const secondImeis: FakeHandlers['batchCheck'] = ({ imeilist }) => {
  const [one = '', two = '', three = '', four = ''] = imeilist.split(',');
  const items = [
    { imei: one, finding: 'second-imei', detail: three },
    { imei: two, finding: 'second-imei', detail: '356938035643809' },
    { imei: four, finding: 'several' },
  ];
  return { status: 'success', message: '', items };
};

it('D5b D13 a phone that the list holds by both IMEIs keeps its first row, if the operator wants', async () => {
  const page = await ready(secondImeis);
  const boxes = within(await found()).getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Leave out 1 whose IMEI belongs to several devices and takes no commands',
    'Leave out 1 that repeat a phone of this list by its other IMEI',
  ]);
  for (const box of boxes) await page.user.click(box);
  await send(page);
  expect(sent(page)).toEqual([IMEIS[0], IMEIS[1]]);
});

it('D5b what the operator leaves out is counted and not sent', async () => {
  const page = await ready(knowing);
  const group = within(await found());
  await page.user.click(group.getByRole('checkbox', { name: /not registered/ }));
  await page.user.click(group.getByRole('checkbox', { name: /within the last hour/ }));
  const summary = within(screen.getByRole('region', { name: 'What will be sent' }));
  expect(summary.getByText('Devices to be commanded').nextElementSibling).toHaveTextContent('2');
  expect(summary.getByText('Left out by you').nextElementSibling).toHaveTextContent('2');
  expect(startButton()).toHaveTextContent('Lock 2 devices');
  await send(page);
  expect(sent(page)).toEqual([IMEIS[1], IMEIS[3]]);
  const figures = within(screen.getByRole('region', { name: 'Batch Summary' }));
  expect(figures.getByText('Left out by you').nextElementSibling).toHaveTextContent('2');
});

it('D5b nothing can be started while every device is left out', async () => {
  const page = await ready(({ imeilist }) => ({
    status: 'success',
    message: '',
    items: imeilist.split(',').map((imei) => ({ imei, finding: 'de-enrolled' })),
  }));
  const box = within(await found()).getByRole('checkbox', {
    name: 'Leave out 4 that are de-enrolled and take no commands',
  });
  await page.user.click(box);
  expect(startButton()).toBeDisabled();
  expect(screen.getByText('Every device is left out: there is nothing to send.')).toBeInTheDocument();
  await page.user.click(box);
  expect(startButton()).toBeEnabled();
});

it('D5b says so when there is no objection', async () => {
  await ready(() => ({ status: 'success', message: '', items: [] }));
  expect(
    await screen.findByText('All 4 devices accept commands, and there is no objection to this one.'),
  ).toBeInTheDocument();
});

it('D5b B8 a look is part of evaluating; one that takes long can be skipped, and keeps nobody waiting', async () => {
  const page = await ready(() => new Promise(() => undefined));
  expect(await screen.findByText('Checking the devices; nothing is sent yet')).toBeInTheDocument();
  expect(screen.getByText(EVALUATING)).toBeInTheDocument();
  expect(startButton()).toBeDisabled();
  await page.user.click(screen.getByRole('button', { name: 'Skip the check' }));
  await send(page);
  expect(sent(page)).toEqual(IMEIS);
});

it('D5b a look that fails says so, can be repeated, and the batch can be started all the same', async () => {
  const page = await ready(() => new FakeFailure({ httpStatus: 500, message: 'down' }));
  expect(await screen.findByText('The devices could not be checked')).toBeInTheDocument();
  expect(startButton()).toBeEnabled();
  page.api.use({ batchCheck: knowing });
  await page.user.click(screen.getByRole('button', { name: 'Check again' }));
  await found();
});

it('D5b B14 another level is looked at anew, and its choice begins anew', async () => {
  const disable = commandById('disableApp');
  const page = await ready(knowing, disable);
  await page.user.click(within(await found()).getByRole('checkbox', { name: /not registered/ }));
  await page.user.selectOptions(within(await batchCard()).getByRole('combobox'), 'level2');
  await waitFor(() => expect(page.api.requestsOf('batchCheck').at(-1)?.body['action']).toBe('disableapplevel2'));
  expect(within(await found()).getByRole('checkbox', { name: /not registered/ })).not.toBeChecked();
});

function duesFile(): File {
  const rows = IMEIS.map((imei, index) => `${index + 1},Asha ${index},${imei},10,01/02/2026,Post`);
  return new File([['sno,name,imei1,amount,date,template', ...rows].join('\n')], 'dues.csv', { type: 'text/csv' });
}

it('D5b D13a a message to the other IMEI of a phone is a further message', async () => {
  const page = await openBatch(commandById('notify'), { handlers: { batchCheck: secondImeis } });
  await page.choose(duesFile());
  const boxes = within(await found()).getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Leave out 1 whose IMEI belongs to several devices and takes no commands',
  ]);
});

it('T6 D5b messages to a device that is left out are not sent', async () => {
  const page = await openBatch(commandById('notify'), { handlers: { batchCheck: knowing } });
  await page.choose(duesFile());
  await page.user.click(within(await found()).getByRole('checkbox', { name: /are released/ }));
  await page.user.click(screen.getByRole('button', { name: /^Preview \d/ }));
  const preview = await screen.findByRole('dialog');
  expect(preview).not.toHaveTextContent('Asha 1');
  await page.user.click(within(preview).getByRole('button', { name: 'Send 3 messages' }));
  await screen.findByText('The batch is complete.');
  expect(sent(page)).toEqual([IMEIS[0], IMEIS[2], IMEIS[3]]);
  const messages = page.api.requestsOf('getImeiDetails').map(({ body }) => String(body['message']));
  expect(messages.every((message, index) => message.includes(['Asha 0', 'Asha 2', 'Asha 3'][index] ?? '-'))).toBe(true);
});

it('D1a an existing back end is not asked, and the batch begins as ever', async () => {
  const page = await openBatch(lock);
  await page.run(csvFile(IMEIS));
  expect(page.api.requestsOf('batchCheck')).toEqual([]);
});
