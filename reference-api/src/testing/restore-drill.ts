import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type StoreLocation } from '../core/store/store.ts';
import { isoTime, systemClock } from '../core/time/clock.ts';
import { runChildCli } from './child-server.ts';
import { environmentOf } from './databases.ts';
import { CALLBACK_SECRET } from './dispatched-api.ts';
import { DrillConsole } from './drill-console.ts';
import { startProvider, type Provider } from './provider/provider.ts';
import { SHARED_KEY } from './test-api.ts';
import { seedTestData } from './test-data.ts';
import { newFolder, testRun } from './test-run.ts';

/** Lists the commands that phones executed, in order; each once per execution. */
export const doneBy = ({ state }: Provider) =>
  [...state.commands.values()].flatMap(({ action, imei, executions }) =>
    Array.from({ length: executions }, () => `${action} ${imei}`),
  );

/** Fills a database. A file of SQLite is filled elsewhere and copied: this process keeps open what it has opened. */
async function seed(location: StoreLocation, file: string): Promise<void> {
  const store = await openStore('file' in location ? { file } : location);
  await seedTestData(store, isoTime(systemClock.now()));
  await store.close();
  if ('file' in location) await copyFile(file, location.file);
}

/** A provider, and a database whose servers, backup and restore are processes of their own. */
export class RestoreDrill {
  readonly #desks: DrillConsole[] = [];

  private constructor(
    readonly provider: Provider,
    private readonly folder: string,
    private readonly databaseEnv: Record<string, string>,
  ) {}

  static async prepare(location: StoreLocation): Promise<RestoreDrill> {
    const folder = newFolder();
    await seed(location, join(folder, 'seed.db'));
    await writeFile(join(folder, 'secrets.json'), JSON.stringify([CALLBACK_SECRET]));
    const provider = await startProvider();
    provider.behave({ callbacks: 'on' });
    return new RestoreDrill(provider, folder, environmentOf(location));
  }

  async #runCli(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await runChildCli(testRun().bundled, args, this.databaseEnv);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  backup(): Promise<string> {
    return this.#runCli('backup', join(this.folder, 'backup.tar.gz'));
  }

  restore(): Promise<string> {
    return this.#runCli('restore', join(this.folder, 'backup.tar.gz'), '--replace');
  }

  async startServer(more: Record<string, string> = {}): Promise<DrillConsole> {
    const env = {
      ...this.databaseEnv,
      SHARED_KEY,
      DEVICE_GATEWAY_URL: this.provider.url,
      DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: join(this.folder, 'secrets.json'),
      ...more,
    };
    const desk = await DrillConsole.start(testRun().bundled, env, this.provider);
    this.#desks.push(desk);
    return desk;
  }

  async close(): Promise<void> {
    for (const desk of this.#desks) await desk.kill();
    await this.provider.close();
  }
}
