import { newFolder, newPostgresDatabase, shared, SHARED_KEY, testRun, waitUntil } from '../../testing/index.ts';
import { endChild, startChild } from '../../testing/child-server.ts';
import { FaultProxy } from '../../testing/faults/fault-proxy.ts';

jest.setTimeout(60_000);

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

const data = newFolder();
const proxy = shared(() => FaultProxy.start({ path: testRun().postgresSocket }));

/** Answers whatever is asked with the welcome and the end, until the proxy is healed. */
function cutAll(): void {
  proxy.arm({ kind: 'garbage', at: 0, garbage: welcomeAndEnd }, cutAll);
}

it('a PostgreSQL that ends connections in the bytes that make them ends no process; it is ready again', async () => {
  const { pathname } = new URL(await newPostgresDatabase());
  const url = `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`;
  const child = await startChild(testRun().bundled, {
    SHARED_KEY,
    GATEWAY: 'simulator',
    DATA_DIR: data,
    DATABASE_URL: url,
  });
  const becomes = (status: number) =>
    waitUntil(`/readyz answers ${status}`, async () => {
      const found = (await fetch(`${child.address}/readyz`)).status;
      return found === status ? undefined : String(found);
    });
  await becomes(200);
  cutAll();
  await becomes(503);
  proxy.heal();
  await becomes(200);
  expect(child.process.exitCode).toBeNull();
  await endChild(child, 'SIGKILL');
});
