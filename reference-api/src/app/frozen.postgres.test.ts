import { endChild, startChild, timedEnd, type ChildServer } from '../testing/child-server.ts';
import { newFolder, testRun } from '../testing/test-run.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';

jest.setTimeout(60_000);

const DEADLINE_SECONDS = 1;
/** Extra time for a busy computer, in milliseconds. */
const LATE_MS = 5_000;

describe('with a PostgreSQL that says nothing any more', () => {
  let postgres: ThrowawayPostgres;
  const data = newFolder();
  let child: ChildServer | undefined;
  beforeAll(async () => {
    postgres = await startThrowawayPostgres();
  });
  afterEach(async () => {
    if (child?.process.exitCode === null) await endChild(child, 'SIGKILL');
  });
  afterAll(async () => {
    await postgres.thaw();
    await postgres.stop();
  });

  it('is alive and not ready, says so in time, is ready again afterwards, and ends in time', async () => {
    const started = await startChild(testRun().bundled, {
      DEMO: '1',
      DATA_DIR: data,
      DATABASE_URL: await postgres.newDatabase(),
      SHUTDOWN_SECONDS: String(DEADLINE_SECONDS),
    });
    child = started;
    const ask = async (path: string) => {
      const response = await fetch(`${started.address}/${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const ready = { status: 'success', message: 'ready', database: 'postgres', gateway: 'simulator' };
    expect(await ask('readyz')).toMatchObject({ status: 200, body: { ...ready, ahead: [] } });

    await postgres.freeze();
    while ((await ask('readyz')).status === 200);
    const begun = performance.now();
    const silent = { status: 503, body: { message: 'The database did not answer within 2 seconds.' } };
    const [live, ...others] = await Promise.all([ask('livez'), ask('readyz'), ask('readyz')]);
    expect(live).toEqual({ status: 200, body: { status: 'success', message: 'alive' } });
    expect(others).toMatchObject([silent, silent]);
    expect(performance.now() - begun).toBeLessThan(2_000 + LATE_MS);

    await postgres.thaw();
    while ((await ask('readyz')).status !== 200);
    await postgres.freeze();
    const { code, milliseconds } = await timedEnd(started);
    expect(code).toBe(1);
    expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
    await postgres.thaw();
  });
});
