// Reads what a deployed console provides and which keys it trusts: provides.json and config.json beside its page.
/** @import { ConsoleConfig } from '@device-console/shared-lib/contract' */
/** @import { Provided, RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
/** @import { Key } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consoleLayout } from '../layout.mjs';
import { readJson } from '../paths.mjs';
import { commandOf, hostBuild } from '../workspace.mjs';
import { ask } from './asking.mjs';
import { listedKeys } from './keys.mjs';
import { checkContract, describeMismatch } from './rules.mjs';

/**
 * config.json as written: every field is optional.
 * @typedef {Partial<Omit<ConsoleConfig, 'registryKeys'>> & { registryKeys?: unknown }} WrittenConfig
 *
 * @typedef {{
 *   name: string,
 *   address: string,
 *   provides: Provided | null,
 *   config: WrittenConfig,
 *   registry: RegistryDocument | null,
 * }} ReadConsole
 *
 * What publishing needs to know about a console. `registry` is null if there is none yet.
 * @typedef {Awaited<ReturnType<typeof deployedConsole>>} DeployedConsole
 */

/**
 * Default: the console on this machine.
 * @param {string} [address]
 */
export async function deployedConsole(address) {
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

/** @type {() => ReadConsole} */
function onThisMachine() {
  const provides = join(hostBuild(), 'provides.json');
  const { configFile, registryFile, address } = consoleLayout();
  /** @type {(file: string) => unknown} */
  const readIfThere = (file) => (existsSync(file) ? readJson(file) : null);
  return {
    name: 'The console on this machine',
    provides: /** @type {Provided | null} */ (readIfThere(provides)),
    config: /** @type {WrittenConfig | null} */ (readIfThere(configFile)) ?? {},
    registry: /** @type {RegistryDocument | null} */ (readIfThere(registryFile)),
    address,
  };
}

/** @type {(address: string) => Promise<ReadConsole>} */
async function fetched(address) {
  const base = address.endsWith('/') ? address : `${address}/`;
  /** @type {(file: string) => Promise<unknown>} */
  const read = async (file) => {
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
  const provides = /** @type {Provided | null} */ (await read('provides.json'));
  const config = /** @type {WrittenConfig | null} */ (await read('config.json')) ?? {};
  return {
    name: `The console at ${base}`,
    address: base,
    provides,
    config,
    registry: /** @type {RegistryDocument | null} */ (await read(config.registryUrl ?? '/registry.json')),
  };
}

/**
 * Why the console would not load this build, in sentences that say who must upgrade.
 * @type {(declaration: RemoteDeclaration, deployed: Pick<DeployedConsole, 'provided'>) => string[]}
 */
export const contractProblems = (declaration, { provided }) =>
  checkContract(declaration, provided).map(describeMismatch);

/** @type {(id: string, key: Key, deployed: DeployedConsole) => string[]} */
export function keyProblems(id, key, { name, registryKeys }) {
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
