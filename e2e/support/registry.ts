import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An entry of registry.json as tests change it. */
export interface EntryFile {
  id: string;
  sequence: number;
  baseUrl: string;
  keyId: string | null;
  signature: string | null;
  canary?: (Release & { share?: number; roles?: string[] }) | null;
  publishedAt: string;
  declaration: DeclarationFile;
}

export interface AssetFile {
  file: string;
  integrity: string;
}

interface PartFile {
  id: string;
  assets: AssetFile[];
}

interface DeclarationFile {
  version: string;
  container: string;
  contract: Record<string, string>;
  entry: AssetFile;
  assets: AssetFile[];
  screens: {
    id: string;
    path: string;
    title: string;
    roles?: string[] | undefined;
    nav?: { order: number };
    assets: AssetFile[];
  }[];
  contributions?: { devicePanels?: PartFile[]; homePanels?: PartFile[] };
}

/** A declaration with other files in its own list and in those of its screens and panels. */
export function withAssets(
  declaration: DeclarationFile,
  change: (assets: readonly AssetFile[]) => AssetFile[],
): DeclarationFile {
  const changed = <Part extends PartFile>(part: Part): Part => ({ ...part, assets: change(part.assets) });
  const { contributions } = declaration;
  const { devicePanels, homePanels } = contributions ?? {};
  return {
    ...declaration,
    assets: change(declaration.assets),
    screens: declaration.screens.map(changed),
    ...(contributions && {
      contributions: {
        ...contributions,
        ...(devicePanels && { devicePanels: devicePanels.map(changed) }),
        ...(homePanels && { homePanels: homePanels.map(changed) }),
      },
    }),
  };
}

/** A build that an entry names. */
export interface Release {
  baseUrl: string;
  publishedAt: string;
  declaration: DeclarationFile;
}

export interface RegistryFile {
  schemaVersion: number;
  remotes: EntryFile[];
}

interface Files {
  readonly registryFile: string;
  readonly configFile: string;
}

interface KeyItem {
  readonly keyId: string;
  readonly publicKey: string;
  readonly remotes: readonly string[];
}

/** A key of the tests, so that they can sign what they change. */
export interface TestKey {
  readonly listed: KeyItem;
  sign(entry: EntryFile): EntryFile;
}

// What a signature covers, written separately from the console's own code, so that each proves the other.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join()}}`;
}

/** Makes a key that may sign these remotes. */
function testKey(keyId: string, remotes: readonly string[]): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return {
    listed: { keyId, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), remotes },
    sign: (entry) => {
      const unsigned = { ...entry, keyId, signature: undefined };
      return {
        ...unsigned,
        signature: sign('sha256', Buffer.from(canonical(unsigned)), { key, dsaEncoding: 'ieee-p1363' }).toString(
          'base64url',
        ),
      };
    },
  };
}

/** Replaces a file atomically, so that no reader sees half of it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.e2e`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}

/** Replaces a JSON file atomically. */
export function writeJson(file: string, value: unknown): Promise<void> {
  return replaceFile(file, JSON.stringify(value));
}

export const readRegistry = async ({ registryFile }: Pick<Files, 'registryFile'>): Promise<RegistryFile> =>
  JSON.parse(await readFile(registryFile, 'utf8')) as RegistryFile;

/** Signs unsigned publications with the tests' key. */
export async function signUnsigned(files: Pick<Files, 'registryFile'>, key: TestKey): Promise<void> {
  const registry = await readRegistry(files);
  await writeJson(files.registryFile, {
    ...registry,
    remotes: registry.remotes.map((entry) => (entry.signature === null ? key.sign(entry) : entry)),
  });
}

/** Adds a tests' key to the console's config.json, and signs everything unsigned with it. */
export async function installTestKey(files: Files): Promise<TestKey> {
  const { remotes } = await readRegistry(files);
  const key = testKey(
    'browser-tests',
    remotes.map(({ id }) => id),
  );
  const config = JSON.parse(await readFile(files.configFile, 'utf8')) as { registryKeys?: readonly KeyItem[] };
  await writeJson(files.configFile, { ...config, registryKeys: [...(config.registryKeys ?? []), key.listed] });
  await signUnsigned(files, key);
  return key;
}

/** Finds one remote's entry. */
/** Lets the tests' key sign these remotes too, while `work` runs. */
export async function withKeyFor(
  { configFile, key }: Pick<Files, 'configFile'> & { readonly key: TestKey },
  ids: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const before = await readFile(configFile, 'utf8');
  const config = JSON.parse(before) as { readonly registryKeys: readonly KeyItem[] };
  const registryKeys = config.registryKeys.map((item) =>
    item.keyId === key.listed.keyId ? { ...key.listed, remotes: [...key.listed.remotes, ...ids] } : item,
  );
  await writeJson(configFile, { ...config, registryKeys });
  try {
    await work();
  } finally {
    await replaceFile(configFile, before);
  }
}

export function entryOf(registry: RegistryFile, id: string): EntryFile {
  const entry = registry.remotes.find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`${id} is not in the registry`);
  return entry;
}

/** Adds a remote, whose entry is like that of `another` in what is not given. */
export async function addEntry(
  testConsole: Files & { readonly key: TestKey },
  another: string,
  entry: Pick<EntryFile, 'id' | 'baseUrl' | 'declaration'>,
): Promise<void> {
  const registry = await readRegistry(testConsole);
  const added = testConsole.key.sign({ ...entryOf(registry, another), canary: null, sequence: 1, ...entry });
  await writeJson(testConsole.registryFile, { ...registry, remotes: [...registry.remotes, added] });
}

/** Changes one remote's entry and signs it again with the tests' key. */
export async function changeEntry(
  testConsole: Files & { readonly key: TestKey },
  id: string,
  change: (entry: EntryFile) => EntryFile,
): Promise<void> {
  const registry = await readRegistry(testConsole);
  await writeJson(testConsole.registryFile, {
    ...registry,
    remotes: registry.remotes.map((entry) => (entry.id === id ? testConsole.key.sign(change(entry)) : entry)),
  });
}

/** Does some work, then restores registry.json and the remotes' histories. */
export async function keepingRegistry(
  { registryFile }: Pick<Files, 'registryFile'>,
  work: () => Promise<void>,
): Promise<void> {
  const before = await readFile(registryFile, 'utf8');
  const history = join(dirname(registryFile), 'history');
  const kept = `${history}.${process.pid}.e2e`;
  await cp(history, kept, { recursive: true });
  try {
    await work();
  } finally {
    await replaceFile(registryFile, before);
    await rm(history, { recursive: true });
    await rename(kept, history);
  }
}
