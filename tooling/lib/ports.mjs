// The port of each remote of a console on one machine: given once and kept in DATA_DIR, because the registry announces
// it.
import { createServer } from 'node:net';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './errors.mjs';
import { parseJson } from './json.mjs';
import { writeJsonAtomically } from './paths.mjs';
import { withLock } from './publishing/store-lock.mjs';

/**
 * Where a console is, and the port of each of its remotes.
 * @typedef {{ schemaVersion: 1, host: string, console: number, remotes: Record<string, number> }} Ports
 */

const highest = 65_535;

/** The API's port stands this much above the console's. */
export const API_OFFSET = 100;
/** What the API is called among the processes of a console. */
export const apiName = 'reference-api';

/** @type {(dataDir: string) => string} */
const fileOf = (dataDir) => join(dataDir, 'ports.json');
/** @type {(value: number) => boolean} */
const isPort = (value) => Number.isInteger(value) && value > 0 && value <= highest;

/**
 * What is kept in `dataDir`: `{ schemaVersion, host, console, remotes }`; null where no console has been started yet.
 * @type {(dataDir: string) => Ports | null}
 */
export function readPorts(dataDir) {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return null;
  const kept = /** @type {Ports | null} */ (parseJson(readFileSync(file, 'utf8')));
  const isWhole =
    kept?.schemaVersion === 1 &&
    typeof kept.host === 'string' &&
    isPort(kept.console) &&
    typeof kept.remotes === 'object' &&
    kept.remotes !== null &&
    Object.values(kept.remotes).every(isPort);
  if (!kept || !isWhole) {
    throw new Error(
      `${file} is not a list of ports that this version can read. Restore it, or delete it: the next start then ` +
        'gives ' +
        'ports anew.',
    );
  }
  return kept;
}

/**
 * Gives each of `ids` that has none a port: the ports after those of the others, in a fresh `dataDir` those after the
 * console's `port`; one that something listens on is passed over. Keeps them, with where the console is, and returns
 * what {@link readPorts} reads.
 * @param {{ dataDir: string, ids: string[], port: number, host: string, isFree?: typeof isFreeOn }} options
 * @returns {Promise<Ports>}
 */
export function settlePorts({ dataDir, ids, port, host, isFree = isFreeOn }) {
  mkdirSync(dataDir, { recursive: true });
  return withLock(join(dataDir, '.ports.lock'), async () => {
    const remotes = { ...readPorts(dataDir)?.remotes };
    const taken = new Set([port, port + API_OFFSET, ...Object.values(remotes)]);
    let next = Math.max(...(Object.values(remotes).length > 0 ? Object.values(remotes) : [port])) + 1;
    for (const id of ids.filter((candidate) => remotes[candidate] === undefined)) {
      while (taken.has(next) || (next <= highest && !(await isFree(next, host)))) next += 1;
      if (next > highest) throw new Error(`There is no free port for ${id} up to ${highest}. Choose a lower PORT.`);
      remotes[id] = next;
      taken.add(next);
    }
    /** @type {Ports} */
    const settled = { schemaVersion: 1, host, console: port, remotes };
    writeJsonAtomically(fileOf(dataDir), settled);
    return settled;
  });
}

/**
 * Throws one plain sentence when something else listens where a part of the console is to be: which part, at which
 * port, and how to go on.
 * @param {readonly { name: string, port: number, host: string }[]} parts
 * @param {{ dataDir: string, isFree?: typeof isFreeOn }} options
 */
export async function refuseTakenPorts(parts, { dataDir, isFree = isFreeOn }) {
  const free = await Promise.all(parts.map(({ port, host }) => isFree(port, host)));
  const taken = parts[free.indexOf(false)];
  if (taken) throw new Error(takenText(taken.name, String(taken.port), dataDir));
}

/**
 * What to do about a port that somebody else has.
 * @type {(name: string, port: string, dataDir: string) => string}
 */
export function takenText(name, port, dataDir) {
  const place = name === apiName ? `which is PORT + ${API_OFFSET}, ` : '';
  const otherwise = name.startsWith('mf-')
    ? `take ${name} out of ports.json in ${dataDir}, so that this start gives it another port`
    : `choose others by PORT, such as PORT=${Number(process.env['PORT'] ?? 3000) + 1000}`;
  return (
    `Port ${port}, where ${name} is to listen, ${place}is taken by another program. ` +
    `End that program, or ${otherwise}.`
  );
}

/**
 * Whether a server could listen there now. A server of localhost listens on both loopbacks and passes over the one that
 * is taken: its page would then be another's for some browsers.
 * @type {(port: number, host: string) => Promise<boolean>}
 */
async function isFreeOn(port, host) {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const free = await Promise.all(addresses.map((address) => couldListen(port, address)));
  return !free.includes(false);
}

/**
 * An address that this computer has not is nobody's.
 * @type {(port: number, address: string) => Promise<boolean>}
 */
function couldListen(port, address) {
  return new Promise((answer, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = codeOf(error) ?? '';
      if (['EADDRINUSE', 'EACCES'].includes(code)) answer(false);
      else if (address === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) answer(true);
      else reject(error);
    });
    server.listen(port, address, () => server.close(() => answer(true)));
  });
}
