import { readSettings } from './app/configuration/environment.ts';
import { ConfigurationError } from './core/errors/expected-errors.ts';
import { startApi } from './app/start-api.ts';

function fail(error: unknown): void {
  const text =
    error instanceof ConfigurationError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`The API did not start. ${text}\n`);
  process.exitCode = 1;
}

/** What was in hand is as safe as after SIGKILL: what was acknowledged is in the database. */
function endAnyway(milliseconds: number): void {
  process.stderr.write(`The API did not end within ${milliseconds / 1000} seconds; what was in hand is broken off.\n`);
  process.exit(1);
}

/** Whoever reads what the server says may go first; the server goes on, and still ends when it is told to. */
function goOnWithoutReader(): void {
  const noteGone = (error: Error): void => {
    if (!('code' in error && error.code === 'EPIPE')) throw error;
  };
  process.stdout.on('error', noteGone);
  process.stderr.on('error', noteGone);
}

async function main(): Promise<void> {
  goOnWithoutReader();
  const settings = readSettings(process.env);
  const api = await startApi(settings);
  process.stdout.write(`Device Console API on ${api.address}${settings.demo ? ' with demo data' : ''}\n`);
  process.on('unhandledRejection', (error) => api.noteRejection(error));
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    setTimeout(endAnyway, settings.shutdownTime, settings.shutdownTime).unref();
    api.close().catch(fail);
  };
  // Whoever will stop this instance sends calls elsewhere first, and says so.
  process.on('SIGURG', api.answerWaiting);
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

main().catch(fail);
