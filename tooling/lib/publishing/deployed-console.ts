// Reads what a deployed console provides and which keys it trusts: provides.json and config.json beside its page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consoleLayout } from '../layout.ts';
import { readJson } from '../paths.mjs';
import { commandOf, hostBuild } from '../workspace.mjs';
import { ask } from './asking.ts';
import { type Key, listedKeys } from './keys.ts';
import { checkContract, describeMismatch } from './rules.ts';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { Provided, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import type { RegistryDocument } from './registry.ts';

/** config.json as written: every field is optional. */
type WrittenConfig = Partial<Omit<ConsoleConfig, 'registryKeys'>> & { registryKeys?: unknown };

type ReadConsole = {
  name: string;
  address: string;
  provides: Provided | null;
  config: WrittenConfig;
  registry: RegistryDocument | null;
};

/** What publishing needs to know about a console. `registry` is null if there is none yet. */
export type DeployedConsole = Awaited<ReturnType<typeof deployedConsole>>;

/** Default: the console on this machine. */
export async function deployedConsole(address?: string) {
  const { name, provides, config, registry, address: from } = address ? await fetched(address) : onThisMachine();
  if (!provides)
    throw new Error(
      `${name} has no provides.json, so nobody can tell what it provides. It was built before that was written: ` +
        'build and deploy the console again.',
    );
  const { registryEpoch = 1, withdrawalKeys = [] } = config;
  const { apiVersion = provides.apiVersion, allowDevelopment = false } = config;
  return {
    name,
    provided: { versions: provides.versions, apiVersion },
    registryKeys: listedKeys(config),
    registryEpoch,
    withdrawalKeys,
    registry: Array.isArray(registry?.remotes) ? registry : null,
    allowDevelopment: allowDevelopment === true,
    config,
    address: from,
  };
}

function onThisMachine(): ReadConsole {
  const provides = join(hostBuild(), 'provides.json');
  const { configFile, registryFile, address } = consoleLayout();
  const readIfThere = (file: string): unknown => (existsSync(file) ? readJson(file) : null);
  return {
    name: 'The console on this machine',
    provides: readIfThere(provides) as Provided | null,
    config: (readIfThere(configFile) as WrittenConfig | null) ?? {},
    registry: readIfThere(registryFile) as RegistryDocument | null,
    address,
  };
}

async function fetched(address: string): Promise<ReadConsole> {
  const base = address.endsWith('/') ? address : `${address}/`;
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
  const provides = (await read('provides.json')) as Provided | null;
  const config = ((await read('config.json')) as WrittenConfig | null) ?? {};
  return {
    name: `The console at ${base}`,
    address: base,
    provides,
    config,
    registry: (await read(config.registryUrl ?? '/registry.json')) as RegistryDocument | null,
  };
}

/** Why the console would not load this build, in sentences that say who must upgrade. */
export const contractProblems = (
  declaration: RemoteDeclaration,
  { provided }: Pick<DeployedConsole, 'provided'>,
): string[] => checkContract(declaration, provided).map(describeMismatch);

export function keyProblems(id: string, key: Key, { name, registryKeys }: DeployedConsole): string[] {
  if (
    registryKeys.some(
      ({ keyId, publicKey, remotes }) => keyId === key.keyId && publicKey === key.publicKey && remotes.includes(id),
    )
  )
    return [];
  return [
    `${name} does not list ${key.keyId} for ${id} in registryKeys of its config.json, and would refuse the entry. ` +
      `Its administrator adds the public key that ${commandOf('keys')} printed.`,
  ];
}
