import { endChild, startChild, timedEnd } from '../testing/child-server.ts';
import { fresh, newPostgresDatabase, shared, success, waitUntil } from '../testing/index.ts';
import { FaultProxy } from '../testing/faults/fault-proxy.ts';
import { newFolder, testRun } from '../testing/test-run.ts';

jest.setTimeout(60_000);

const DEADLINE_SECONDS = 1;
/** Extra time for a busy computer, in milliseconds. */
const LATE_MS = 5_000;

/** A message of PostgreSQL: its letter, and its length with what it holds. */
function message(letter: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)]);
}

/** What a database that is shut down may say in one packet: come in, ready, and that it ends the connection. */
const welcomeAndEnd = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
]);

const proxy = shared(() => FaultProxy.start({ path: testRun().postgresSocket }));
const child = fresh(async () => {
  const { pathname } = new URL(await newPostgresDatabase());
  const started = await startChild(testRun().bundled, {
    DEMO: '1',
    DATA_DIR: newFolder(),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
    SHUTDOWN_SECONDS: String(DEADLINE_SECONDS),
  });
  return { ...started, close: () => endChild(started, 'SIGKILL') };
});
afterEach(() => proxy.heal());

const ask = async (path: string) => {
  const response = await fetch(`${child.address}/${path}`);
  return { status: response.status, body: (await response.json()) as unknown };
};
/** Waits until the server says that it is ready, or not. */
const becomes = (status: number) =>
  waitUntil(`/readyz answers ${status}`, async () => {
    const found = await ask('readyz');
    return found.status === status ? undefined : JSON.stringify(found);
  });

/** Lets nothing pass that is asked, on any connection, until the proxy is healed. */
const freeze = (): void => proxy.arm({ kind: 'freeze', at: 0 }, freeze);

it('is alive and not ready, says so in time, is ready again afterwards, and ends in time', async () => {
  const ready = { status: 'success', message: 'ready', database: 'postgres', gateway: 'simulator' };
  expect(await ask('readyz')).toMatchObject({ status: 200, body: { ...ready, ahead: [] } });

  freeze();
  await becomes(503);
  const begun = performance.now();
  const silent = { status: 503, body: { message: 'The database did not answer within 2 seconds.' } };
  const [live, ...others] = await Promise.all([ask('livez'), ask('readyz'), ask('readyz')]);
  expect(live).toEqual({ status: 200, body: success('alive') });
  expect(others).toMatchObject([silent, silent]);
  expect(performance.now() - begun).toBeLessThan(2_000 + LATE_MS);

  proxy.heal();
  await becomes(200);
  freeze();
  const { code, milliseconds } = await timedEnd(child);
  expect(code).toBe(1);
  expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
});

/** Answers whatever is asked with the welcome and the end, until the proxy is healed. */
const cutAll = (): void => proxy.arm({ kind: 'garbage', at: 0, garbage: welcomeAndEnd }, cutAll);

it('stays when connections end in the bytes that make them, is not ready then, and is ready again', async () => {
  await becomes(200);
  cutAll();
  await becomes(503);
  proxy.heal();
  await becomes(200);
  expect(child.process.exitCode).toBeNull();
});
