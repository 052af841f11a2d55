import { rm } from 'node:fs/promises';
import { stopThrowawayPostgres } from './throwaway-postgres.ts';
import { testRun } from './test-run.ts';

/** Ends what global-setup.ts has started, and removes all of it. */
export default async function tearDown(): Promise<void> {
  const { folder, bundled, postgres } = testRun();
  if (postgres !== '') await stopThrowawayPostgres(postgres);
  for (const made of [folder, bundled]) await rm(made, { recursive: true, force: true });
}
