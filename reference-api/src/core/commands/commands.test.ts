import { randomUUID } from 'node:crypto';
import { DE_ENROLLED, ENROLLED, failure, fresh, RELEASED, startTestApi, UNKNOWN } from '../../testing/index.ts';
import { testSecondImei } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());
const superadmin = fresh(() => api.as('superadmin'));

const [first = ''] = ENROLLED;

it.each([
  [UNKNOWN, `No device with IMEI ${UNKNOWN} is registered. Nothing was sent.`],
  [RELEASED, `Device ${RELEASED} is released and takes no more commands.`],
  [DE_ENROLLED, `Device ${DE_ENROLLED} is de-enrolled. It must be registered again before it takes commands.`],
])('C7 refuses the device %s, which takes no commands, and says why', async (imei, message) => {
  const { status, answer } = await superadmin.call('lockNotification', { imei, action: 'lock' });
  expect([status, answer]).toEqual([200, failure(message)]);
  expect(await api.commands()).toEqual([]);
});

it.each(['35693803000000', '3569380300000012', '35693803000000x', 'ALL'])('C1 refuses the IMEI %s', async (imei) => {
  const { status, answer } = await superadmin.call('lockNotification', { imei, action: 'lock' });
  expect([status, answer]).toEqual([400, failure('locknotification.php: imei: imei must be 15 digits')]);
});

it.each(['REBOOT', 'formatteddevice'])('C9 does not send %s by the call of other commands', async (action) => {
  expect((await superadmin.call('lockNotification', { imei: first, action })).status).toBe(400);
  expect((await superadmin.call('getImeiDetails', { imei: first, action, filename: 'a.csv' })).status).toBe(400);
  expect(await api.commands()).toEqual([]);
});

it('T3 refuses a notification without its message', async () => {
  const answer = await superadmin.ask('lockNotification', { imei: first, action: 'notify', message: '  ' });
  expect(answer).toEqual(failure('A notification needs its message.'));
});

it('T6 hands message, header, template and case on to the device', async () => {
  const pay = { imei: first, action: 'notify' };
  const carried = [
    { message: 'Pay', header: 'Reminder', caseType: 'Pre' },
    { message: 'Pay', header: 'Urgent', template: 'Post' },
  ];
  await superadmin.call('lockNotification', { ...pay, ...carried[0] });
  await superadmin.call('getImeiDetails', { ...pay, ...carried[1], filename: 'n.csv' });
  expect((await api.commands()).map((row) => JSON.parse(row.payload))).toEqual(carried);
});

it('C5 D6 sends a command to ALL as one, with its reason, and says how many devices it is for', async () => {
  const sent = { imei: 'ALL', action: 'UPDATE', reason: 'Security fix' };
  const answer = { status: 'success', message: 'Device Action initiated successfully.', devices: ENROLLED.length };
  const transactionId = randomUUID();
  for (let time = 0; time < 2; time += 1)
    expect(await superadmin.ask('adminLockNotification', sent, { transactionId })).toEqual(answer);
  expect(await api.commands()).toMatchObject([
    { ...sent, report: 'deviceaction', interface: 'S', status: 'queued', devices: ENROLLED.length },
  ]);
  expect(await superadmin.ask('adminLockNotification', { ...sent, imei: first })).not.toHaveProperty('devices');
});

it('C5 refuses an action that is none', async () => {
  const answer = await superadmin.ask('adminLockNotification', { imei: first, action: 'lock' });
  expect(answer).toEqual(failure('Please select a valid action'));
});

it.each([
  [{}, 'A command to ALL devices needs a reason.'],
  [{ reason: '' }, 'A command to ALL devices needs a reason.'],
  [{ reason: ' x ' }, 'A command to ALL devices needs a reason.'],
  [{ reason: 'because', filename: 'd.csv' }, 'ALL is not possible in a batch. Send it from the single form.'],
])('D6 refuses ALL with %j', async (more, message) => {
  const answer = await superadmin.ask('adminLockNotification', { imei: 'ALL', action: 'REBOOT', ...more });
  expect(answer).toEqual(failure(message));
  expect(await api.commands()).toEqual([]);
});

it('L1 L2 L3 finds a device by either IMEI, and an empty list for an unknown one', async () => {
  const found = {
    ...{ imei1: first, imei2: testSecondImei(0), appversion: '4.2.0', apptype: 'Standard', command: '' },
    ...{ claimstatus: 'ENROLLED', registrationstatus: 'REGISTERED', createdat: '2026-11-18T10:00:00.000Z' },
    state: 'NO LOCK',
  };
  for (const imei of [first, testSecondImei(0)])
    expect(await superadmin.items('deviceDetails', { imei })).toEqual([found]);
  expect(await superadmin.ask('deviceDetails', { imei: UNKNOWN })).toMatchObject({ status: 'success', items: [] });
});

it('H1 counts the devices in service, the de-enrolled and those of today', async () => {
  expect(await superadmin.ask('homeData')).toMatchObject({ total_device: 9, deenroll: 1, device_today: 0 });
});
