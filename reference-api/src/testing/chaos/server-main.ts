import { readFileSync } from 'node:fs';
import { startApi } from '../../app/start-api.ts';
import { readSettings } from '../../app/configuration/environment.ts';
import type { Clock } from '../../core/time/clock.ts';
import { shortTimes } from './short-times.ts';

/** A clock that is wrong by as many milliseconds as stand in a file. */
const clockBy = (file: string): Clock => ({
  now: () => new Date(Date.now() + Number(readFileSync(file, 'utf8'))),
});

/** The server as it is, with times of dispatch for tests and a clock that they set. */
async function main(): Promise<void> {
  const clock = clockBy(process.env['CHAOS_CLOCK'] ?? '');
  const { address } = await startApi(readSettings(process.env), { dispatchTimes: shortTimes, clock });
  process.stdout.write(`Device Console API on ${address}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
