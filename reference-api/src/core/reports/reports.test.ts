import { HOUR } from '../time/clock.ts';
import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';
import { ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';

let api: TestApi;
let admin: Session;
beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as('admin');
});
afterEach(() => api.close());

const [first = '', second = ''] = ENROLLED;
const report = (body: object) =>
  admin.call('downloadReports', { startdate: '2026-11-18', enddate: '2026-11-20', timezone: 'UTC', ...body });
const items = async (body: object) => (await report(body)).answer['items'] as Record<string, unknown>[];

async function registerAt(imei1: string, matched: 'YES' | 'NO', created_at: string): Promise<void> {
  await api.store.db
    .insertInto('registrations')
    .values({ imei1, imei2: '', brand: 'Vivo', model: 'Y28', matched, registration_status: 'REGISTERED', created_at })
    .execute();
}

describe('registrations', () => {
  it('R2 R3 filters matched and unmatched', async () => {
    await registerAt(first, 'NO', '2026-11-19T10:00:00.000Z');
    expect(await items({ report: 'register', match: 'ALL' })).toHaveLength(11);
    expect(await items({ report: 'register' })).toHaveLength(11);
    expect(await items({ report: 'register', match: 'YES' })).toHaveLength(10);
    expect(await items({ report: 'register', match: 'NO' })).toEqual([
      expect.objectContaining({
        imei1: first,
        Match_Status: 'Unmatched',
        Registration_status: 'REGISTERED',
        Manufacturer: 'Vivo',
        Model: 'Y28',
        date_and_time: '2026-11-19T10:00:00.000Z',
      }),
    ]);
  });

  it("D3 reads dates as whole days of the caller's zone", async () => {
    await registerAt(UNKNOWN, 'NO', '2026-11-10T18:29:59.999Z');
    await registerAt(first, 'NO', '2026-11-10T18:30:00.000Z');
    await registerAt(second, 'NO', '2026-11-11T18:29:59.999Z');
    const found = await items({
      report: 'register',
      match: 'NO',
      startdate: '2026-11-11',
      enddate: '2026-11-11',
      timezone: 'Asia/Kolkata',
    });
    expect(found.map((row) => row['imei1'])).toEqual([second, first]);
  });
});

describe('reports', () => {
  it('R4 lists de-enrolments and re-registrations', async () => {
    await admin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
    expect(await items({ report: 'deenroll' })).toMatchObject([
      { imei1: first, action: 'DE-ENROLLED', date: '2026-11-20T10:00:00.000Z' },
    ]);
  });

  it('R5 lists executed commands, newest first, with interface, status and user', async () => {
    await admin.call('lockNotification', { imei: first, action: 'disableapplevel2' });
    api.clock.advance(HOUR);
    await admin.call('getImeiDetails', { imei: second, action: 'disableapplevel2', filename: 'L2_a.csv' });
    const { answer } = await report({ report: 'disableapplevel2' });
    expect(answer['commanditems']).toMatchObject([
      {
        imei1: second,
        interface: 'B',
        command: 'GREYAPP',
        commandType: 'disableapplevel2',
        status: 'queued',
        user: admin.email,
        date_and_time: '2026-11-20T11:00:00.000Z',
      },
      { imei1: first, interface: 'S', command: 'GREYAPP' },
    ]);
    expect((await report({ report: 'disableapplevel1' })).answer['commanditems']).toEqual([]);
  });

  it('D2 shows the transactionId of the command', async () => {
    const transactionId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
    await admin.call('lockNotification', { imei: first, action: 'lock' }, { transactionId });
    expect((await report({ report: 'lock' })).answer['commanditems']).toMatchObject([{ transactionId }]);
  });

  it.each([
    [{ report: 'lock', startdate: '2026-11-20', enddate: '2026-11-19' }, 'End date cannot be prior to start date'],
    [{ report: 'nonsense' }, 'There is no report "nonsense".'],
    [
      { report: 'lock', timezone: 'Mars/Olympus' },
      '"Mars/Olympus" is not a time zone. Send an IANA name such as Asia/Kolkata.',
    ],
    [
      { report: 'lock', startdate: '2026-02-30' },
      '"2026-02-30" is not a date of the calendar. Send dates as YYYY-MM-DD.',
    ],
  ])('R1 R7 refuses %j in words', async (body, message) => {
    expect((await report(body)).answer).toEqual({ status: 'error', message });
  });
});

describe('audit of one device', () => {
  it('A2 lists registration, commands and de-enrolment', async () => {
    await admin.call('lockNotification', { imei: first, action: 'lock' });
    const { answer } = await admin.call('auditReportByImei', { imei1: first });
    expect(answer).toMatchObject({
      registration: [
        { imei1: first, brand: 'Samsung', model: 'Galaxy A15', command: 'LOCK', createdat: '2026-11-18T10:00:00.000Z' },
      ],
      release: [],
      deenroll: [],
      commands: [{ imei1: first, command: 'LOCK', status: 'queued' }],
    });
  });

  it('A3 shows a released device by its release, not by its registration', async () => {
    const { answer } = await admin.call('auditReportByImei', { imei1: RELEASED });
    expect(answer).toMatchObject({ status: 'success', registration: [], release: [{ imei1: RELEASED }] });
  });

  it('A3 answers empty lists for an unknown device', async () => {
    expect((await admin.call('auditReportByImei', { imei1: UNKNOWN })).answer).toEqual({
      status: 'success',
      message: '',
      registration: [],
      release: [],
      commands: [],
      deenroll: [],
    });
  });
});

describe('worker', () => {
  it('D17 R5 carries a command from queued to sent to acknowledged', async () => {
    await admin.call('lockNotification', { imei: first, action: 'lock' });
    const status = async () => (await report({ report: 'lock' })).answer['commanditems'];
    expect(await api.worker.runOnce()).toBe(1);
    expect(await status()).toMatchObject([{ status: 'sent' }]);
    expect(await api.worker.runOnce()).toBe(0);
    api.clock.advance(1000);
    expect(await api.worker.runOnce()).toBe(1);
    expect(await status()).toMatchObject([{ status: 'acknowledged' }]);
  });

  it('releases the device once its release is acknowledged, and fails what was queued behind it', async () => {
    await admin.call('lockNotification', { imei: first, action: 'release' });
    await admin.call('lockNotification', { imei: first, action: 'lock' });
    await api.worker.runOnce();
    api.clock.advance(1000);
    await api.store.db
      .updateTable('commands')
      .set({ status: 'queued', next_attempt_at: '2026-11-20T10:00:02.000Z' })
      .where('action', '=', 'lock')
      .execute();
    await api.worker.runOnce();
    api.clock.advance(HOUR);
    await api.worker.runOnce();
    const { answer } = await admin.call('auditReportByImei', { imei1: first });
    expect(answer).toMatchObject({
      release: [{ imei1: first }],
      registration: [],
      commands: [
        { command: 'LOCK', status: 'failed' },
        { command: 'RELEASE', status: 'acknowledged' },
      ],
    });
    expect((await admin.call('deviceDetails', { imei: first })).answer['items']).toMatchObject([
      { claimstatus: 'RELEASED' },
    ]);
  });
});
