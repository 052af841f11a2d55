import { readSettings } from './configuration/environment.ts';
import { ConfigurationError } from './errors/expected-errors.ts';
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

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const api = await startApi(settings);
  process.stdout.write(`Device Console API on ${api.address}${settings.demo ? ' with demo data' : ''}\n`);
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    api.close().catch(fail);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

main().catch(fail);
