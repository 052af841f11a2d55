import { shared } from '../../testing/fixtures.ts';
import { pageOf } from '../../testing/read-pages.ts';
import { fillCommands, fillEnrolments, fillRegistrations, fillUploads } from '../../testing/report-rows.ts';
import { startTestApi } from '../../testing/test-api.ts';

/** Days by their zone, with their first and last millisecond. */
const days = [
  ['Asia/Kolkata', '2026-03-11', '2026-03-10T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
] as const;

describe('days of a report', () => {
  const api = shared(() => startTestApi());
  const admin = shared(() => api.as('admin'));

  it.each(days)(
    'R1 D3 in %s on %s has the rows from %s to %s and no other, in every list',
    async (timezone, day, first, last) => {
      const { store } = api;
      for (const table of ['commands', 'uploads', 'registrations', 'enrolments'] as const)
        await store.db.deleteFrom(table).execute();
      const edges = [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1].map((moment) =>
        new Date(moment).toISOString(),
      );
      for (const newest of edges) {
        await fillCommands(store, 'lock', 1, { newest });
        await fillRegistrations(store, 1, { newest });
        await fillEnrolments(store, 1, { newest });
      }
      for (const [index, newest] of edges.entries())
        await fillUploads(store, 'lock', 1, { newest, name: `edge-${index}` });
      const body = { startdate: day, enddate: day, timezone, limit: 100 };
      const times = async (report: string) => {
        const { items, commanditems } = await pageOf(admin, { ...body, report });
        return [items, commanditems].map((rows) => rows.map((row) => row['date_and_time']));
      };
      expect(await times('lock')).toEqual([
        [last, first],
        [last, first],
      ]);
      expect(await times('register')).toEqual([[last, first], []]);
      expect(await times('deenroll')).toEqual([[last, first], []]);
    },
  );

  const noZone = 'is not a time zone. Send an IANA name such as Asia/Kolkata.';
  it.each([
    [{ timezone: 'Mars/Olympus' }, `"Mars/Olympus" ${noZone}`],
    [{ timezone: '' }, `"" ${noZone}`],
    [{ timezone: 'Asia/Kolkata; ' }, `"Asia/Kolkata; " ${noZone}`],
    [{ enddate: '2026-03-10' }, 'End date cannot be prior to start date'],
    [{ report: 'nonsense' }, 'There is no report "nonsense".'],
    [{ startdate: '2026-02-30' }, '"2026-02-30" is not a date of the calendar. Send dates as YYYY-MM-DD.'],
  ])('R1 R7 D3 refuses %j in words', async (wrong, message) => {
    const body = { report: 'lock', startdate: '2026-03-11', enddate: '2026-03-11', timezone: 'UTC', ...wrong };
    expect((await admin.call('downloadReports', body)).answer).toEqual({ status: 'error', message });
  });

  it('D3 reads dates in the zone of the server where none is given', async () => {
    const options = new Intl.DateTimeFormat().resolvedOptions();
    const here = { ...options, timeZone: 'Asia/Kathmandu' };
    const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(here);
    const edges = ['10T18:14:59.999', '10T18:15:00.000', '11T18:14:59.999', '11T18:15:00.000'];
    for (const edge of edges) await fillCommands(api.store, 'unlock', 1, { newest: `2020-03-${edge}Z` });
    const day = { report: 'unlock', startdate: '2020-03-11', enddate: '2020-03-11' };
    const { answer } = await admin.call('downloadReports', day);
    zone.mockRestore();
    expect(answer['commanditems']).toMatchObject([
      { createdat: '2020-03-11T18:14:59.999Z' },
      { createdat: '2020-03-10T18:15:00.000Z' },
    ]);
  });
});
