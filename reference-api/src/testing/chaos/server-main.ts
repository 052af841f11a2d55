import { startApi } from '../../app/start-api.ts';
import { readSettings } from '../../configuration/environment.ts';
import { shortTimes } from './short-times.ts';

/** The server as it is, with times of dispatch for tests. */
async function main(): Promise<void> {
  const { address } = await startApi(readSettings(process.env), shortTimes);
  process.stdout.write(`Device Console API on ${address}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
