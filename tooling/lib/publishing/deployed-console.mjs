// What a deployed console provides to remotes and whose signatures it takes: provides.json and config.json beside its
// page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consoleLayout } from '../layout.mjs';
import { readJson } from '../paths.mjs';
import { commandOf, hostBuild } from '../workspace.mjs';
import { checkContract, describeMismatch } from './rules.mjs';

/**
 * The console at `address`, or without one the console on this machine: `{ name, provided, registryKeys, registryEpoch,
 * withdrawalKeys, registry, allowDevelopment, config, address }`. `registry` is null where there is none yet.
 */
export async function deployedConsole(address) {
  const { name, provides, config, registry, address: from } = address ? await fetched(address) : onThisMachine();
  if (!provides)
    throw new Error(
      `${name} has no provides.json, so nobody can tell what it provides. It was built before that was written: ` +
        'build and deploy the console again.',
    );
  const { registryKeys = [], registryEpoch = 1, withdrawalKeys = [] } = config;
  const { apiVersion = provides.apiVersion, allowDevelopment = false } = config;
  return {
    name,
    provided: { versions: provides.versions, apiVersion },
    registryKeys,
    registryEpoch,
    withdrawalKeys,
    registry: Array.isArray(registry?.remotes) ? registry : null,
    allowDevelopment: allowDevelopment === true,
    config,
    address: from,
  };
}

function onThisMachine() {
  const provides = join(hostBuild(), 'provides.json');
  const { configFile, registryFile, address } = consoleLayout();
  const readIfThere = (file) => (existsSync(file) ? readJson(file) : null);
  return {
    name: 'The console on this machine',
    provides: readIfThere(provides),
    config: readIfThere(configFile) ?? {},
    registry: readIfThere(registryFile),
    address,
  };
}

async function fetched(address) {
  const base = address.endsWith('/') ? address : `${address}/`;
  const read = async (file) => {
    const url = new URL(file, base);
    const response = await fetch(url, {
      signal: AbortSignal.timeout(30_000),
      headers: { 'Cache-Control': 'no-cache' },
    }).catch((cause) => {
      throw new Error(`${url} does not answer: ${cause.cause?.message ?? cause.message}.`, { cause });
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
    try {
      return await response.json();
    } catch (cause) {
      throw new Error(`${url} is no JSON. Is ${address} the address of a console?`, { cause });
    }
  };
  const provides = await read('provides.json');
  const config = (await read('config.json')) ?? {};
  return {
    name: `The console at ${base}`,
    address: base,
    provides,
    config,
    registry: await read(config.registryUrl ?? '/registry.json'),
  };
}

/** Why the console would not load this build, in sentences that say who must upgrade. */
export const contractProblems = (declaration, { provided }) =>
  checkContract(declaration, provided).map(describeMismatch);

/** Why the console would not take an entry of `id` that `key` signs. */
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
