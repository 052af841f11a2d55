import { commandList } from '@device-console/shared-lib/contract';
import { fresh } from '../../testing/fixtures.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { DE_ENROLLED, ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());
const superadmin = fresh(() => api.as('superadmin'));

const commands = () => api.store.db.selectFrom('commands').selectAll().orderBy('id').execute();
const [first = '', second = ''] = ENROLLED;

describe('single commands', () => {
  const singles = commandList
    .filter((command) => command.send === 'lockNotification')
    .flatMap((command) => command.variants.map((variant) => ({ ...variant, successText: command.successText })));

  it.each(singles)(
    'C6 C9 queues $action once and answers its text',
    async ({ action, reportedAs, report, successText }) => {
      const body = { imei: first, action, message: 'Your EMI is due', caseType: 'Due' };
      const { answer } = await superadmin.call('lockNotification', body);
      expect(answer).toEqual({ status: 'success', message: successText });
      const sent = { interface: 'S', status: 'queued', user_email: superadmin.email };
      expect(await commands()).toMatchObject([{ ...sent, imei: first, action, reported_as: reportedAs, report }]);
      const { answer: details } = await superadmin.call('deviceDetails', { imei: first });
      expect(details['items']).toMatchObject([{ imei1: first, command: reportedAs }]);
    },
  );

  it.each([
    [UNKNOWN, `No device with IMEI ${UNKNOWN} is registered. Nothing was sent.`],
    [RELEASED, `Device ${RELEASED} is released and takes no more commands.`],
    [DE_ENROLLED, `Device ${DE_ENROLLED} is de-enrolled. It must be registered again before it takes commands.`],
  ])('C7 refuses the device %s, which takes no commands, and says why', async (imei, message) => {
    const { status, answer } = await superadmin.call('lockNotification', { imei, action: 'lock' });
    expect([status, answer]).toEqual([200, { status: 'error', message }]);
    expect(await commands()).toEqual([]);
  });

  it.each(['35693803000000', '3569380300000012', '35693803000000x', 'ALL'])(
    'C1 refuses the IMEI %s as malformed',
    async (imei) => {
      const { status, answer } = await superadmin.call('lockNotification', { imei, action: 'lock' });
      const message = 'locknotification.php: imei: imei must be 15 digits';
      expect([status, answer]).toEqual([400, { status: 'error', message }]);
    },
  );

  it.each(['REBOOT', 'formatteddevice'])('C9 does not send %s by the call of other commands', async (action) => {
    expect((await superadmin.call('lockNotification', { imei: first, action })).status).toBe(400);
    expect((await superadmin.call('getImeiDetails', { imei: first, action, filename: 'a.csv' })).status).toBe(400);
    expect(await commands()).toEqual([]);
  });

  it('T3 refuses a notification without its message', async () => {
    const { answer } = await superadmin.call('lockNotification', { imei: first, action: 'notify', message: '  ' });
    expect(answer).toEqual({ status: 'error', message: 'A notification needs its message.' });
  });

  it('T6 hands message, header, template and case on to the device', async () => {
    const pay = { action: 'notify', message: 'Pay' };
    await superadmin.call('lockNotification', { ...pay, imei: first, header: 'Reminder', caseType: 'Pre' });
    const ofBatch = { imei: second, header: 'Urgent', template: 'Post', filename: 'n.csv' };
    await superadmin.call('getImeiDetails', { ...pay, ...ofBatch });
    expect((await commands()).map((row) => JSON.parse(row.payload))).toEqual([
      { message: 'Pay', header: 'Reminder', caseType: 'Pre' },
      { message: 'Pay', header: 'Urgent', template: 'Post' },
    ]);
  });
});

describe('formatted device', () => {
  it('C3 de-enrols the device at once and writes it down', async () => {
    const { answer } = await superadmin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
    const message = 'Formatted Device de-enrolled successfully. Re-install the app immediately';
    expect(answer).toEqual({ status: 'success', message });
    const done = { imei: first, reported_as: 'FORMATTEDDEVICE', status: 'acknowledged', interface: 'S' };
    expect(await commands()).toMatchObject([done]);
    const audit = await superadmin.call('auditReportByImei', { imei1: first });
    expect(audit.answer['deenroll']).toMatchObject([{ imei1: first, action: 'DE-ENROLLED' }]);
    const again = await superadmin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
    expect(again.answer).toMatchObject({ status: 'error', message: expect.stringContaining('de-enrolled') });
  });
});

describe('device action', () => {
  it.each(['REBOOT', 'UPDATE'])('C5 sends %s to one device', async (action) => {
    const { answer } = await superadmin.call('adminLockNotification', { imei: first, action });
    expect(answer).toEqual({ status: 'success', message: 'Device Action initiated successfully.' });
    expect(await commands()).toMatchObject([{ imei: first, action, report: 'deviceaction', interface: 'S' }]);
  });

  it('C5 refuses an action that is none', async () => {
    const { answer } = await superadmin.call('adminLockNotification', { imei: first, action: 'lock' });
    expect(answer).toEqual({ status: 'error', message: 'Please select a valid action' });
  });

  it.each([undefined, '', ' x '])('D6 refuses ALL with the reason %p', async (reason) => {
    const { answer } = await superadmin.call('adminLockNotification', { imei: 'ALL', action: 'REBOOT', reason });
    expect(answer).toEqual({ status: 'error', message: 'A command to ALL devices needs a reason.' });
    expect(await commands()).toEqual([]);
  });

  it('D6 sends ALL as one command with its reason', async () => {
    const all = { imei: 'ALL', action: 'UPDATE', reason: 'Security fix' };
    await superadmin.call('adminLockNotification', all);
    expect(await commands()).toMatchObject([{ ...all, status: 'queued' }]);
  });

  it('D6 sends ALL in no batch', async () => {
    const body = { imei: 'ALL', action: 'REBOOT', filename: 'd.csv', reason: 'because' };
    expect((await superadmin.call('adminLockNotification', body)).answer).toMatchObject({ status: 'error' });
    expect(await commands()).toEqual([]);
  });
});

describe('look-up', () => {
  it('L1 L2 L3 finds a device by either IMEI, and an empty list for an unknown one', async () => {
    const { answer } = await superadmin.call('deviceDetails', { imei: first });
    const [row] = answer['items'] as { imei2: string }[];
    expect(answer['items']).toEqual([
      {
        ...{ imei1: first, imei2: row?.imei2, appversion: '4.2.0', apptype: 'Standard', command: '' },
        ...{ claimstatus: 'ENROLLED', registrationstatus: 'REGISTERED', createdat: '2026-11-18T10:00:00.000Z' },
      },
    ]);
    expect((await superadmin.call('deviceDetails', { imei: row?.imei2 })).answer['items']).toEqual(answer['items']);
    const unknown = await superadmin.call('deviceDetails', { imei: UNKNOWN });
    expect(unknown.answer).toMatchObject({ status: 'success', items: [] });
  });

  it('H1 counts the devices in service, the de-enrolled and those of today', async () => {
    const before = await superadmin.call('homeData');
    expect(before.answer).toMatchObject({ total_device: 9, deenroll: 1, device_today: 0 });
  });
});
