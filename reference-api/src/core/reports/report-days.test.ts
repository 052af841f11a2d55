import { dayRange } from '../time/time-zone.ts';
import { failure, pageOf, shared, startTestApi } from '../../testing/index.ts';
import { fillCommands, fillEnrolments, fillRegistrations, fillUploads } from '../../testing/report-rows.ts';

const api = shared(() => startTestApi());
const admin = shared(() => api.as('admin'));

it('R1 D3 a day of a zone has the rows from its first millisecond to its last, in every list', async () => {
  const { store } = api;
  const [first, last] = ['2026-03-10T18:30:00.000Z', '2026-03-11T18:29:59.999Z'];
  const [before, after] = ['2026-03-10T18:29:59.999Z', '2026-03-11T18:30:00.000Z'];
  for (const newest of [before, first, last, after]) {
    await fillCommands(store, 'lock', 1, { newest });
    await fillUploads(store, 'lock', 1, { newest });
    await fillRegistrations(store, 1, { newest });
    await fillEnrolments(store, 1, { newest });
  }
  const day = { startdate: '2026-03-11', enddate: '2026-03-11', timezone: 'Asia/Kolkata', limit: 100 };
  const times = async (report: string) => {
    const { items, commanditems } = await pageOf(admin, { ...day, report });
    return [items, commanditems].map((rows) => rows.map((row) => row['date_and_time']));
  };
  const both = [last, first];
  expect(await times('lock')).toEqual([both, both]);
  for (const report of ['register', 'deenroll']) expect(await times(report)).toEqual([both, []]);
});

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
  expect(await admin.ask('downloadReports', body)).toEqual(failure(message));
});

it('D3 reads dates in the zone of the server where none is given', async () => {
  // The calendar keeps the computer's zone from its first use on, which must not be the mocked one.
  dayRange('2020-03-11', '2020-03-11', 'Asia/Kathmandu');
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const here = { ...options, timeZone: 'Asia/Kathmandu' };
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(here);
  const edges = ['10T18:14:59.999', '10T18:15:00.000', '11T18:14:59.999', '11T18:15:00.000'];
  for (const edge of edges) await fillCommands(api.store, 'unlock', 1, { newest: `2020-03-${edge}Z` });
  const day = { report: 'unlock', startdate: '2020-03-11', enddate: '2020-03-11' };
  const { commanditems } = await pageOf(admin, day);
  zone.mockRestore();
  const times = commanditems.map((row) => row['createdat']);
  expect(times).toEqual(['2020-03-11T18:14:59.999Z', '2020-03-10T18:15:00.000Z']);
});
