import { rm } from 'node:fs/promises';
import { describeChaos } from '../testing/chaos/chaos-suite.ts';
import { bundle } from '../testing/child-server.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';

jest.setTimeout(process.env['FULL'] === '1' ? 3_600_000 : 120_000);

let bundled: string;
let postgres: ThrowawayPostgres;
beforeAll(async () => {
  [bundled, postgres] = await Promise.all([
    bundle(`chaos-${process.pid}`, 'src/testing/chaos/server-main.ts'),
    startThrowawayPostgres(),
  ]);
});
afterAll(async () => {
  await postgres.stop();
  await rm(bundled, { recursive: true, force: true });
});

describeChaos(
  'SQLite',
  () => bundled,
  async () => undefined,
);
describeChaos(
  'PostgreSQL',
  () => bundled,
  () => postgres.newDatabase(),
);
