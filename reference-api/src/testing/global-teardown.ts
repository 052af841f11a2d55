import { rm } from 'node:fs/promises';
import { stopThrowawayPostgres } from './throwaway-postgres.ts';
import { isPostgresLeftOut, postgresFolder, testRun } from './test-run.ts';

/** Ends what global-setup.ts has started, and removes all of it. */
export default async function tearDown(): Promise<void> {
  const { folder, bundled } = testRun();
  if (!isPostgresLeftOut()) await stopThrowawayPostgres(postgresFolder(folder));
  for (const made of [folder, bundled]) await rm(made, { recursive: true, force: true });
}
