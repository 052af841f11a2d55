import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { readJson } from '../lib/paths.mjs';
import { listedKey } from '../lib/publishing/keys.ts';
import type { RegistryDocument } from '../lib/publishing/registry.ts';
import type { EntryDocument } from '../lib/publishing/rules.ts';
import { serveStore } from '../lib/store-server.ts';
import { teamKey, workshop, writeBuild } from './fake-builds.ts';
import { runApart, runHere } from './run-here.ts';
import { answering, defined } from './values.ts';

/** The remote that the tests publish. */
export const id = 'mf-reports';
export const ui = '@device-console/shared-lib/ui';

/** The documents that the console of these tests serves, by name. */
interface Deployed {
  'provides.json'?: object;
  'config.json': Partial<ConsoleConfig> & Pick<ConsoleConfig, 'registryKeys'> & { apiVersion?: string };
  'registry.json'?: RegistryDocument;
}

let made: ReturnType<typeof workshop>;
/** Of each test anew, as the servers are. */
export let folder: string;
export let consoleServer: Awaited<ReturnType<typeof answering>>;
export let staticServer: Awaited<ReturnType<typeof serveStore>>;
export let deployed: Deployed;
/** The time that the console's server reports. Null: this computer's time. */
let serverDate: Date | null;

/** From now on the console's server reports this time. */
export const reportDate = (date: Date): void => void (serverDate = date);

beforeEach(async () => {
  made = workshop();
  ({ folder } = made);
  deployed = {
    'provides.json': { schemaVersion: 1, versions: { [ui]: '1.3.0' }, apiVersion: '1.0.0' },
    'config.json': { registryKeys: [listedKey(teamKey(folder, id), [id])] },
  };
  serverDate = null;
  consoleServer = await answering((request, response) => {
    if (serverDate) response.setHeader('Date', serverDate.toUTCString());
    const document = Object.entries(deployed).find(([name]) => request.url === `/${name}`)?.[1];
    if (document === undefined) response.writeHead(404).end('Not found');
    else response.end(JSON.stringify(document));
  });
  mkdirSync(store());
  writeFileSync(join(store(), 'registry.json'), '{"schemaVersion":1,"remotes":[]}');
  staticServer = await serveStore({ root: store(), port: 0 });
});

afterEach(async () => {
  consoleServer.close();
  await staticServer.close();
  made.close();
});

export const run = (script: string, args: string[], env: Record<string, string> = {}): ReturnType<typeof runHere> =>
  runHere(script, args, { DATA_DIR: join(folder, 'data'), ...env });
export const runAlone: typeof run = (script, args, env) =>
  runApart(script, args, { DATA_DIR: join(folder, 'data'), ...env });

export const store = () => join(folder, 'store');
export const keyOf = (remote: string) => ['--key', join(folder, 'keys', `${remote}.pem`)];
export const place = (remote = id) => ['--to', store(), '--origin', staticServer.listeningOrigin, ...keyOf(remote)];
export const here = () => ['--console', consoleServer.address];
export const dist = (version: string, more?: object): string[] => [
  '--dist',
  writeBuild(folder, id, version, version.replaceAll('.', ''), more),
];
export const registry = (): RegistryDocument & { remotes: EntryDocument[] } =>
  readJson(join(store(), 'registry.json')) as ReturnType<typeof registry>;
export const onlyEntry = () => defined(registry().remotes[0]);
export const publish = (version: string, ...more: string[]) =>
  run('publish-remote', [id, ...place(), ...here(), ...dist(version), ...more]);
export const status = (...more: string[]) => run('status', ['--to', store(), ...here(), ...more]);
