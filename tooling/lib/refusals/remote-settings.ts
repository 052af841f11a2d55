// A remote's settings in package.json: the packages that it uses, and its exceptions to the usual refusals
// (`deviceConsole`).
import { join } from 'node:path';
import { readJson } from '../paths.mjs';
import { satisfies } from '../publishing/rules.ts';
import { providedModules } from '../shared-modules.ts';
import { type RefusalId, refusals } from './table.ts';

/** The default size limit of a screen, in gzipped bytes. */
const SCREEN_LIMIT = 50_000;
/** The largest limit that a remote may set. */
const LARGEST_LIMIT = 200_000;
const isRange = /^([\^~<>=*x]|latest$|\d+(\.(\d+|[x*]))?(\.[x*])?$)|\|\||\s/;

/**
 * A remote's settings. `bundler` makes its published builds: 'webpack' or 'rspack'. `screenLimit` is in gzipped bytes.
 * `accepted` lists, by package, refused things that its code may contain because the remote never runs that code.
 */
export type RemoteSettings = {
  packages: string[];
  bundler: string;
  screenLimit: number;
  accepted: Record<string, RefusalId[]>;
};

/** True also for packages that the console does not provide. */
function isProvided(name: string, version: string): boolean {
  const provided = providedModules()[name];
  return provided === undefined || !/^\d+\.\d+\.\d+$/.test(version) || satisfies(provided, `^${version}`);
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const bundlers = ['webpack', 'rspack'];
const acceptable: readonly unknown[] = refusals.filter(({ inPackages }) => inPackages).map(({ id }) => id);

/**
 * Throws if `deviceConsole` or `dependencies` is wrong. `mounts`: its parts mount themselves, with packages of their
 * own where others take the console's.
 */
export function remoteSettings(
  packageDir: string,
  { mounts = false }: { mounts?: boolean | undefined } = {},
): RemoteSettings {
  const file = join(packageDir, 'package.json');
  const { dependencies = {}, deviceConsole = {} } = readJson(file) as {
    dependencies?: Record<string, string>;
    deviceConsole?: Partial<RemoteSettings>;
  };
  const {
    bundler = 'webpack',
    screenLimit = SCREEN_LIMIT,
    accepted = {},
    ...others
  } = isRecord(deviceConsole) ? deviceConsole : { deviceConsole };
  const refuse = (what: string): never => {
    throw new Error(`${file}: ${what}`);
  };
  if (Object.keys(others).length > 0)
    refuse(`"deviceConsole" knows "bundler", "screenLimit" and "accepted", not "${Object.keys(others)[0]}".`);
  if (!bundlers.includes(bundler)) refuse(`"deviceConsole.bundler" is one of ${bundlers.join(', ')}.`);
  if (!Number.isInteger(screenLimit) || screenLimit < 1) refuse('"deviceConsole.screenLimit" is a number of bytes.');
  if (screenLimit > LARGEST_LIMIT) refuse(`"deviceConsole.screenLimit" is at most ${LARGEST_LIMIT}.`);
  // Our own packages have only one version in the workspace.
  const ofOthers = Object.entries(dependencies).filter(([name]) => !name.startsWith('@device-console/'));
  const range = ofOthers.find(([, version]) => isRange.test(version));
  if (range) refuse(`"dependencies" has ${range[0]} as "${range[1]}". Name one exact version.`);
  const other = mounts ? undefined : Object.entries(dependencies).find((given) => !isProvided(...given));
  if (other)
    refuse(
      `"dependencies" has ${other[0]} ${other[1]}, but the console provides ${providedModules()[other[0]]} in its ` +
        'place. Name that version.',
    );
  const isList = (ids: unknown): boolean => Array.isArray(ids) && ids.every((id) => acceptable.includes(id));
  if (!isRecord(accepted) || !Object.values(accepted).every(isList))
    refuse(`"deviceConsole.accepted" names, by package, some of ${acceptable.join(', ')}.`);
  return { packages: Object.keys(dependencies), bundler, screenLimit, accepted };
}
