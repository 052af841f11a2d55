// A page of 5,000 rows of a report of 1,000,000 through the whole API (opening, access, audit, sealing, the body)
// against the bare query of the same rows, at the report's beginning, middle and end. Run by hand: node
// reference-api/bench/report-page.mjs [rows]. Both sides run alternately; the ratio of the medians is what counts. Then
// 200,000 rows at once: as they are sent, and as one sealed text.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { loadParts } from './load-parts.mjs';

const ROUNDS = 9;
const PAGE = 5_000;
const WHOLE = 200_000;
const rows = Number(process.argv[2] ?? 1_000_000);

async function timed(work) {
  const startedAt = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - startedAt, result };
}

/** A sealed request, and a sealed body that nobody opens: what the server does, without its client's work. */
async function exchange(api, token, body) {
  const context = { method: 'POST', path: 'downloadReports.php', transactionId: randomUUID() };
  const payload = await api.codec.seal(body, { ...context, direction: 'request' });
  return {
    send: () =>
      api.server.inject({ method: 'POST', url: '/downloadReports.php', headers: { 'x-api-key': token }, payload }),
    open: (response) => api.codec.open(response.json(), { ...context, direction: 'reply' }),
  };
}

/** How long work took, the longest stop of the event loop meanwhile, and by how much memory grew at most. */
async function watched(work) {
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memory());
  }, 5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { milliseconds } = await timed(work);
  delay.disable();
  clearInterval(timer);
  return (
    `${milliseconds.toFixed(0)} ms, longest stop ${(delay.max / 1e6).toFixed(0)} ms, memory at most ` +
    `${((Math.max(most, memory()) - before) / 1e6).toFixed(0)} MB more`
  );
}

function memory() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The whole report over a socket, whose reader throws away what it reads. */
async function readWhole(api, admin, body) {
  const address = await api.server.listen({ port: 0, host: '127.0.0.1' });
  const context = { method: 'POST', path: 'downloadReports.php', transactionId: randomUUID() };
  const payload = JSON.stringify(
    await api.codec.seal({ ...body, user: admin.email }, { ...context, direction: 'request' }),
  );
  let bytes = 0;
  const streamed = await watched(async () => {
    const response = await fetch(`${address}/downloadReports.php`, {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json', 'x-api-key': admin.token },
    });
    for await (const chunk of response.body) bytes += chunk.length;
  });
  return `${(bytes / 1e6).toFixed(0)} MB sent in ${streamed}`;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const { startTestApi, fillCommands, executedList } = await loadParts('report-page', {
  'testing/test-api': ['startTestApi'],
  'testing/report-rows': ['fillCommands'],
  'store/report-lists': ['executedList'],
});
const folder = mkdtempSync(join(tmpdir(), 'report-bench-'));
const api = await startTestApi({ file: join(folder, 'console.db') });
try {
  await fillCommands(api.store, 'lock', rows, { every: 20 });
  const admin = await api.as('admin');
  const body = { report: 'lock', startdate: '2026-01-01', enddate: '2026-11-20', timezone: 'UTC', limit: PAGE };
  const whole = { from: '2026-01-01T00:00:00.000Z', upTo: rows };
  const list = executedList(api.store.db, 'lock');
  const counted = await timed(() => admin.call('downloadReports', { ...body, limit: 1 }));
  if (counted.result.answer.total !== rows)
    throw new Error(`the report has ${counted.result.answer.total} rows instead of ${rows}`);
  let { next: cursor } = counted.result.answer;
  let after = { at: '2026-11-21T00:00:00.000Z', id: 0 };
  ({
    0: { created_at: after.at, id: after.id },
  } = await list.rows({ ...whole, after }, 1));
  const depths = new Map([
    ['beginning', 0],
    ['middle', Math.floor(rows / PAGE / 2)],
    ['end', Math.floor(rows / PAGE) - 2],
  ]);
  let page = 0;
  for (const [name, depth] of depths) {
    for (; page < depth; page += 1) {
      cursor = (await admin.call('downloadReports', { ...body, cursor })).answer.next;
      const place = await list.placeOf({ ...whole, after }, PAGE);
      after = place;
    }
    const times = { bare: [], api: [], stops: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await timed(() => list.rows({ ...whole, after }, PAGE));
      const { send, open } = await exchange(api, admin.token, { ...body, cursor, user: admin.email });
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const mine = await timed(send);
      delay.disable();
      times.stops.push(delay.max / 1e6);
      const { commanditems } = await open(mine.result);
      if (commanditems.length !== PAGE || commanditems[0].id !== bare.result[0].id)
        throw new Error(`${name}: the two sides read different rows`);
      times.bare.push(bare.milliseconds);
      times.api.push(mine.milliseconds);
    }
    console.log(
      `page of ${PAGE} at the ${name} of ${rows}: bare query ${median(times.bare).toFixed(1)} ms, API ` +
        `${median(times.api).toFixed(1)} ms, ratio ${(median(times.api) / median(times.bare)).toFixed(2)}, longest ` +
        `stop of the event loop ${median(times.stops).toFixed(1)} ms`,
    );
  }
  const [{ created_at: newest }] = await list.rows({ ...whole, after: { at: '2026-11-21T00:00:00.000Z', id: 0 } }, 1);
  await fillCommands(api.store, 'unlock', WHOLE, { every: 20, newest });
  const all = { ...body, report: 'unlock', limit: undefined };
  console.log(`${WHOLE} rows as they are sent: ${await readWhole(api, admin, all)}`);
  const rowsAtOnce = await watched(async () => {
    const found = await executedList(api.store.db, 'unlock').rows(
      { ...whole, upTo: Number.MAX_SAFE_INTEGER, after: { at: '2026-11-21T00:00:00.000Z', id: 0 } },
      WHOLE,
    );
    await api.codec.seal(
      { commanditems: found },
      { direction: 'reply', method: 'POST', path: 'downloadReports.php', transactionId: randomUUID() },
    );
  });
  console.log(`${WHOLE} rows as one sealed text: ${rowsAtOnce}`);
  console.log(`total of the first page: ${counted.milliseconds.toFixed(0)} ms`);
} finally {
  await api.close();
  rmSync(folder, { recursive: true });
}
