import { fresh } from '../../testing/fixtures.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { ENROLLED } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());
const admin = fresh(() => api.as('admin'));

const [first = ''] = ENROLLED;
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
});

describe('reports', () => {
  it.each([
    [{ report: 'lock', startdate: '2026-11-20', enddate: '2026-11-19' }, 'End date cannot be prior to start date'],
    [{ report: 'nonsense' }, 'There is no report "nonsense".'],
    [
      { report: 'lock', startdate: '2026-02-30' },
      '"2026-02-30" is not a date of the calendar. Send dates as YYYY-MM-DD.',
    ],
  ])('R1 R7 refuses %j in words', async (body, message) => {
    expect((await report(body)).answer).toEqual({ status: 'error', message });
  });
});
