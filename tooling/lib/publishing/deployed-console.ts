// Reads what a deployed console provides and which keys it trusts: provides.json and config.json beside its page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { Provided, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { consoleLayout } from '../layout.ts';
import { readJson } from '../paths.mjs';
import { commandOf, hostBuild } from '../workspace.mjs';
import { ask, withSlash } from './asking.ts';
import { type Key, listedKeys } from './keys.ts';
import { checkContract, describeMismatch } from './rules.ts';
import type { RegistryDocument } from './registry.ts';

/** config.json as written: every field is optional. */
type WrittenConfig = Partial<Omit<ConsoleConfig, 'registryKeys'>> & { registryKeys?: unknown };

/** The documents of a console. `read` gives null for one that is not there. */
type Documents = { name: string; read: (file: string) => Promise<unknown> };

/** What publishing needs to know about a console. `registry` is null if there is none yet. */
export type DeployedConsole = Awaited<ReturnType<typeof deployedConsole>>;

/** Default: the console on this machine. */
export async function deployedConsole(address?: string) {
  const { name, read } = address ? fetched(address) : onThisMachine();
  const provides = (await read('provides.json')) as Provided | null;
  if (!provides)
    throw new Error(
      `${name} has no provides.json, so nobody can tell what it provides. It was built before that was written: ` +
        'build and deploy the console again.',
    );
  const config = ((await read('config.json')) ?? {}) as WrittenConfig;
  const registry = (await read(config.registryUrl ?? '/registry.json')) as RegistryDocument | null;
  return {
    name,
    provided: { versions: provides.versions, apiVersion: config.apiVersion ?? provides.apiVersion },
    registryKeys: listedKeys(config),
    registryEpoch: config.registryEpoch ?? 1,
    withdrawalKeys: config.withdrawalKeys ?? [],
    registry: Array.isArray(registry?.remotes) ? registry : null,
    config,
  };
}

function onThisMachine(): Documents {
  const { configFile, registryFile } = consoleLayout();
  const files: Record<string, string> = {
    'provides.json': join(hostBuild(), 'provides.json'),
    'config.json': configFile,
  };
  const fileOf = (name: string) => files[name] ?? registryFile;
  return {
    name: 'The console on this machine',
    read: async (name) => (existsSync(fileOf(name)) ? readJson(fileOf(name)) : null),
  };
}

function fetched(address: string): Documents {
  const base = withSlash(address);
  const read = async (file: string): Promise<unknown> => {
    const url = new URL(file, base);
    const response = await ask(url);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
    try {
      return await response.json();
    } catch (cause) {
      throw new Error(`${url} is no JSON. Is ${address} the address of a console?`, { cause });
    }
  };
  return { name: `The console at ${base}`, read };
}

/** Why the console would not load this build, in sentences that say who must upgrade. */
export const contractProblems = (declaration: RemoteDeclaration, { provided }: Pick<DeployedConsole, 'provided'>) =>
  checkContract(declaration, provided).map(describeMismatch);

export function keyProblems(id: string, key: Key, { name, registryKeys }: DeployedConsole): string[] {
  const isListed = registryKeys.some(
    ({ keyId, publicKey, remotes }) => keyId === key.keyId && publicKey === key.publicKey && remotes.includes(id),
  );
  if (isListed) return [];
  return [
    `${name} does not list ${key.keyId} for ${id} in registryKeys of its config.json, and would refuse the entry. ` +
      `Its administrator adds the public key that ${commandOf('keys')} printed.`,
  ];
}
