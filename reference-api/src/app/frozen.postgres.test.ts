import { endChild, startChild, timedEnd } from '../testing/child-server.ts';
import { fresh, newPostgresDatabase, shared, success } from '../testing/index.ts';
import { FaultProxy } from '../testing/faults/fault-proxy.ts';
import { newFolder, testRun } from '../testing/test-run.ts';

jest.setTimeout(60_000);

const DEADLINE_SECONDS = 1;
/** Extra time for a busy computer, in milliseconds. */
const LATE_MS = 5_000;

describe('with a PostgreSQL that says nothing any more', () => {
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

  /** Lets nothing pass that is asked, on any connection, until the proxy is healed. */
  const freeze = (): void => proxy.arm({ kind: 'freeze', at: 0 }, freeze);

  it('is alive and not ready, says so in time, is ready again afterwards, and ends in time', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${child.address}/${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const ready = { status: 'success', message: 'ready', database: 'postgres', gateway: 'simulator' };
    expect(await ask('readyz')).toMatchObject({ status: 200, body: { ...ready, ahead: [] } });

    freeze();
    while ((await ask('readyz')).status === 200);
    const begun = performance.now();
    const silent = { status: 503, body: { message: 'The database did not answer within 2 seconds.' } };
    const [live, ...others] = await Promise.all([ask('livez'), ask('readyz'), ask('readyz')]);
    expect(live).toEqual({ status: 200, body: success('alive') });
    expect(others).toMatchObject([silent, silent]);
    expect(performance.now() - begun).toBeLessThan(2_000 + LATE_MS);

    proxy.heal();
    while ((await ask('readyz')).status !== 200);
    freeze();
    const { code, milliseconds } = await timedEnd(child);
    expect(code).toBe(1);
    expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
  });
});
