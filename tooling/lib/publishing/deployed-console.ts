// Reads what a deployed console provides and which keys it trusts: provides.json and config.json beside its page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consoleLayout } from '../layout.ts';
import { readJson } from '../paths.mjs';
import { commandOf, hostBuild } from '../workspace.mjs';
import { ask, withSlash } from './asking.ts';
import { type Key, listedKeys } from './keys.ts';
import { checkContract, describeMismatch } from './rules.ts';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { Provided, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import type { RegistryDocument } from './registry.ts';

/** config.json as written: every field is optional. */
type WrittenConfig = Partial<Omit<ConsoleConfig, 'registryKeys'>> & { registryKeys?: unknown };

/** What a console serves; null for a document that is not there. */
type ReadConsole = {
  name: string;
  address: string;
  provides: Provided | null;
  config: WrittenConfig | null;
  registry: RegistryDocument | null;
};

/** What publishing needs to know about a console. `registry` is null if there is none yet. */
export type DeployedConsole = Awaited<ReturnType<typeof deployedConsole>>;

/** Default: the console on this machine. */
export async function deployedConsole(address?: string) {
  const read = address ? await fetched(address) : onThisMachine();
  const { name, provides, registry } = read;
  if (!provides)
    throw new Error(
      `${name} has no provides.json, so nobody can tell what it provides. It was built before that was written: ` +
        'build and deploy the console again.',
    );
  const config = read.config ?? {};
  return {
    name,
    provided: { versions: provides.versions, apiVersion: config.apiVersion ?? provides.apiVersion },
    registryKeys: listedKeys(config),
    registryEpoch: config.registryEpoch ?? 1,
    withdrawalKeys: config.withdrawalKeys ?? [],
    registry: Array.isArray(registry?.remotes) ? registry : null,
    allowDevelopment: config.allowDevelopment === true,
    config,
    address: read.address,
  };
}

function onThisMachine(): ReadConsole {
  const { configFile, registryFile, address } = consoleLayout();
  const read = <Value>(file: string) => (existsSync(file) ? (readJson(file) as Value) : null);
  return {
    name: 'The console on this machine',
    address,
    provides: read(join(hostBuild(), 'provides.json')),
    config: read(configFile),
    registry: read(registryFile),
  };
}

async function fetched(address: string): Promise<ReadConsole> {
  const base = withSlash(address);
  const read = async <Value>(file: string): Promise<Value | null> => {
    const url = new URL(file, base);
    const response = await ask(url);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
    try {
      return (await response.json()) as Value;
    } catch (cause) {
      throw new Error(`${url} is no JSON. Is ${address} the address of a console?`, { cause });
    }
  };
  const provides = await read<Provided>('provides.json');
  const config = await read<WrittenConfig>('config.json');
  const registry = await read<RegistryDocument>(config?.registryUrl ?? '/registry.json');
  return { name: `The console at ${base}`, address: base, provides, config, registry };
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
