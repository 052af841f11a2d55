import { readFileSync } from 'node:fs';
import { startApi } from '../../app/start-api.ts';
import { readSettings } from '../../app/configuration/environment.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { DispatchTimes } from '../../core/gateway/worker-parts.ts';

/**
 * Times of a deployment in which everything goes wrong, so that it recovers within a second. A claim may end while its
 * answer is still pending, as after many slow answers in a row.
 */
const shortTimes: DispatchTimes = {
  claim: 400,
  retry: 25,
  longestRetry: 150,
  misconfigured: 50,
  idle: 60,
  pause: 10,
  look: 100,
  ask: 50,
  connect: 250,
  answer: 300,
};

/** Returns a clock that is wrong by the milliseconds in a file. */
const clockBy = (file: string): Clock => ({
  now: () => new Date(Date.now() + Number(readFileSync(file, 'utf8'))),
});

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}

/** Starts the server with short times of dispatch and a clock that tests set. */
async function main(): Promise<void> {
  const clock = clockBy(process.env['CHAOS_CLOCK'] ?? '');
  const api = await startApi(readSettings(process.env), { dispatchTimes: shortTimes, clock });
  process.stdout.write(`Device Console API on ${api.address}\n`);
  process.once('SIGTERM', () => void api.close().catch(fail));
}

main().catch(fail);
