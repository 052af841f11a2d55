import { reports } from '@device-console/shared-lib/contract';
import { mostRows } from '@device-console/shared-lib/records';
import { createFakeApi, FakeFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { fetchAllReports } from './fetch-all-reports.ts';
import { fetchReport, PAGE_ROWS, ReportTooLarge, type ReportProgress, type ReportQuestion } from './fetch-report.ts';

const definitionOf = (name: string) => {
  const definition = reports.find(({ report }) => report === name);
  if (!definition) throw new Error(`There is no report ${name}.`);
  return definition;
};
const question = (report: string): ReportQuestion => ({
  definition: definitionOf(report),
  start: '2026-11-01',
  end: '2026-11-20',
  match: 'YES',
  timeZone: 'Asia/Kolkata',
});
const page = (count: number, next: string, total: number | string | null = null) => ({
  status: 'success',
  message: '',
  items: Array.from({ length: count }, (_, index) => ({ imei1: `35000000000000${index}` })),
  next,
  total,
});

function start(
  downloadReports: FakeHandlers['downloadReports'],
  { report = 'register', backend = 'reference' as 'reference' | 'legacy' } = {},
) {
  const api = createFakeApi({
    handlers: { downloadReports },
    ...(backend === 'legacy' && { codec: 'legacy-cryptojs' as const }),
  });
  const client = api.client();
  const progress: ReportProgress[] = [];
  const controller = new AbortController();
  const fetched = fetchReport(question(report), {
    read: (call, body, options) => client.call(call, body, options),
    backend,
    signal: controller.signal,
    onProgress: (one) => progress.push(one),
  });
  return { api, progress, fetched, controller };
}

describe('fetchReport', () => {
  it('fetches page after page until there is none, and tells how far it is', async () => {
    const pages = [page(3, 'two', 7), page(3, 'three'), page(1, '')];
    const { api, progress, fetched } = start(
      ({ cursor = '' }) => pages[['', 'two', 'three'].indexOf(cursor)] ?? page(0, ''),
    );
    const rows = await fetched;
    expect([rows.kind, rows.items.length]).toEqual(['registrations', 7]);
    expect(progress).toEqual([
      { fetched: 3, total: 7 },
      { fetched: 6, total: 7 },
      { fetched: 7, total: 7 },
    ]);
    const body = {
      report: 'register',
      startdate: '2026-11-01',
      enddate: '2026-11-20',
      match: 'YES',
      timezone: 'Asia/Kolkata',
      limit: PAGE_ROWS,
      user: 'operator@example.com',
    };
    expect(api.requests.map((request) => request.body)).toEqual([
      body,
      { ...body, cursor: 'two' },
      { ...body, cursor: 'three' },
    ]);
  });

  it('D1a asks an existing back end once, with specified fields alone, and reads numbers and nulls', async () => {
    const answer = {
      status: 'SUCCESS',
      message: 'ok',
      items: null,
      commanditems: [{ imei1: 350000000000001, interface: 'S', date_and_time: null, extra: 1 }],
    };
    const { api, fetched } = start(() => answer, { report: 'lock', backend: 'legacy' });
    const rows = await fetched;
    expect([rows.items.length, rows.commands.map(({ imei1 }) => imei1)]).toEqual([0, ['350000000000001']]);
    expect(api.requests.map(({ body }) => body)).toEqual([
      { report: 'lock', startdate: '2026-11-01', enddate: '2026-11-20', user: 'operator@example.com' },
    ]);
  });

  it('R7 shows nothing of a report whose later page fails', async () => {
    const { fetched } = start(({ cursor = '' }) => {
      if (cursor !== '') throw new FakeFailure({ message: 'This cursor is not of this report.' });
      return page(2, 'two');
    });
    await expect(fetched).rejects.toMatchObject({ kind: 'business', message: 'This cursor is not of this report.' });
  });

  it('R7 refuses a range that is too large with its first page, and says so', async () => {
    const { api, fetched } = start(() => page(1, 'two', mostRows.report + 1));
    await expect(fetched).rejects.toThrow(ReportTooLarge);
    await expect(fetched).rejects.toThrow(
      /10,00,001 rows or more; a report shows at most 10,00,000.*choose a shorter range/,
    );
    expect(api.requests).toHaveLength(1);
  });

  it('never asks for the same page for ever', async () => {
    const { fetched } = start(() => page(1, 'again'));
    await expect(fetched).rejects.toThrow('downloadReports.php: the server names the page "again" as the next one');
  });

  it('R6 R7 all reports are a sheet each, by their tabs, and one of the uploaded files of all', async () => {
    const row = { imei1: '004999010640000', file: 'made-by-server.csv', Registration_status: 'REGISTERED' };
    const done = { transactionId: 't', imei1: '004999010640000', interface: 'B', command: 'GREYAPP', user: 'a' };
    const api = createFakeApi({
      handlers: { downloadReports: () => ({ ...page(0, ''), items: [row], commanditems: [done] }) },
    });
    const client = api.client();
    const steps: number[] = [];
    const sheets = await fetchAllReports(question('register'), {
      read: (call, body, options) => client.call(call, body, options),
      backend: 'reference',
      signal: new AbortController().signal,
      onReport: (fetched) => steps.push(fetched),
    });
    expect(sheets.map(({ name }) => name)).toEqual([...reports.map(({ title }) => title), 'bulkupload']);
    expect(steps).toEqual(reports.map((_report, index) => index));
    const rowsOf = (name: string) => [...(sheets.find((sheet) => sheet.name === name)?.rows ?? [])];
    expect(rowsOf('Registrations')).toEqual([expect.arrayContaining(['004999010640000', 'REGISTERED'])]);
    expect(rowsOf('Lock Device History')).toEqual([expect.arrayContaining(['004999010640000', 'DISABLE APP'])]);
    expect(rowsOf('bulkupload').map(([report, , , file]) => [report, file])).toEqual(
      reports.filter(({ kind }) => kind === 'commands').map(({ title }) => [title, 'made-by-server.csv']),
    );
  });

  it('R1 ends between two pages when it is cancelled', async () => {
    const { api, fetched, controller } = start(({ cursor = '' }) => {
      if (cursor === '') return page(1, 'two');
      controller.abort();
      return page(1, 'three');
    });
    await expect(fetched).rejects.toMatchObject({ kind: 'aborted' });
    expect(api.requests).toHaveLength(2);
  });
});
