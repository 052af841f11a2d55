// What the publishing commands share: how they find remote, build, store, key and console.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../errors.mjs';
import { type Given, wrongUse } from '../command-line.mjs';
import { adoptedFolder, adoptedIds, remoteIds, rootDir } from '../paths.mjs';
import { buildIfChanged } from '../build-if-changed.ts';
import { iconNotes, notesOn, orderNotes, refuseDeclaration } from '../refusals/declaration-faults.ts';
import { builtFaults, refuseUncheckedFiles, shownBySourcesAlone } from '../refusals/built-files.ts';
import { remoteSettings } from '../refusals/remote-settings.ts';
import { refuseLargeScreens } from '../refusals/screen-size.ts';
import { refuseTypeErrors } from '../refusals/types.ts';
import { remoteBuild, webJob } from '../workspace.mjs';
import { type Build, readBuild } from './build-files.ts';
import { refuseWrongClock } from './clock.ts';
import { type Publisher, defaultDays } from './commit.ts';
import { type DeployedConsole, contractProblems, deployedConsole, keyProblems } from './deployed-console.ts';
import { keyFileOf, readKey } from './keys.ts';
import { localKeysDir } from './local-keys.ts';
import { buildNameProblems } from './names.ts';
import { DoesNotFit } from './errors.ts';
import { defaultKeep } from './releases.ts';
import { type Target, publishTarget } from './targets.ts';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import type { RefusalId } from '../refusals/table.ts';

const longestDays = 1_095;

type PublishingPlace = { target: Target; by: Publisher; deployed: DeployedConsole | null };

/** Default: the remote whose folder is the current directory. */
export function namedRemote(given: Given): string {
  const known = [...remoteIds(), ...adoptedIds()];
  const id = given.positionals[0] ?? basename(process.cwd());
  if (!known.includes(id) || given.positionals.length > 1)
    throw wrongUse(`Name the remote: ${known.join(', ')}.`, given);
  return id;
}

/**
 * Builds the remote if its sources changed, or takes the build in `dist`, which another toolchain may have made. Throws
 * if the table of refusals rejects the build, or its sources where they are in this workspace. For a build in `dist`,
 * prints what could not be checked.
 */
export async function candidateBuild(id: string, given?: string): Promise<Build> {
  const dist = given ?? (adoptedIds().includes(id) ? join(rootDir, id, adoptedFolder) : undefined);
  const folder = dist ? resolve(dist) : remoteBuild(id);
  const checks = await Promise.allSettled([
    folder === remoteBuild(id) && refuseTypeErrors(id),
    dist || buildIfChanged([webJob(id)], console.log),
  ]);
  const faults = checks.flatMap((check) => (check.status === 'rejected' ? [messageOf(check.reason)] : []));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const build = await readBuild(folder, id);
  const { screenLimit, accepted } = remoteSettings(packageOf(folder, id));
  refuseUncheckedFiles(build);
  refuseDeclaration(build.declaration);
  const { declaration } = build;
  tellNotes([...notesOn(declaration), ...(await iconNotes(declaration)), ...orderNotes(declaration)]);
  refuseLargeScreens(build.declaration, (file) => build.files.get(file) ?? null, screenLimit);
  if (dist) lookThrough(build, Object.values(accepted).flat());
  return build;
}

function tellNotes(notes: readonly string[]): void {
  for (const note of notes) console.log(`Note: ${note}`);
}

/** Throws if a finished build contains something refused. Prints what its files cannot show. */
function lookThrough(build: Build, accepted: readonly RefusalId[]): void {
  const { refused, doubtful } = builtFaults(build, accepted);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  console.log(`Not looked at, because only sources show it: ${shownBySourcesAlone.join(', ')}.`);
  if (doubtful.length === 0) return;
  console.log(
    'Not refused, because no source map tells whether it is code of the remote or of a package:\n' +
      doubtful.map((text) => `  ${text}`).join('\n'),
  );
}

function packageOf(folder: string, id: string): string {
  const around = dirname(folder);
  return existsSync(join(around, 'package.json')) ? around : join(rootDir, id);
}

/** The console is the one that --console names. Without --to, it defaults to this machine's. */
export async function publisher(id: string, given: Given): Promise<PublishingPlace> {
  const { values } = given;
  const keep = wholeNumber('keep', values.keep ?? defaultKeep, given);
  const days = wholeNumber('valid-for', values['valid-for'] ?? defaultDays, given);
  if (days > longestDays) throw wrongUse(`--valid-for is at most ${longestDays} days.`, given);
  const target = telling(publishTarget({ ...values, isUnseen: values['without-reading-back'] }));
  const key = readKey(values.key ? resolve(values.key) : keyFileOf(localKeysDir(), id));
  const deployed = values.to && !values.console ? null : await deployedConsole(values.console);
  const askedForTime = values.to?.startsWith('http') ? values.to : values.console;
  if (askedForTime) await refuseWrongClock(askedForTime, Date.now);
  const { 'even-if-refused': evenIfRefused = false, replace = false, 'new-registry': newRegistry = false } = values;
  const by: Publisher = {
    key,
    keep,
    days,
    evenIfRefused,
    replace,
    newRegistry,
    trusted: deployed?.registryKeys ?? [],
    epoch: deployed?.registryEpoch,
    now: () => new Date().toISOString(),
    tell: (text) => console.log(text),
  };
  return { target, deployed, by };
}

function telling(target: Target): Target {
  const look: Target['look'] = async (baseUrl, declaration) => {
    const seen = await target.look(baseUrl, declaration);
    if (seen.status === 'unseen') console.log(`Not read back from ${baseUrl}: ${seen.reason}.`);
    return seen;
  };
  return { ...target, look };
}

function wholeNumber(name: string, text: string | number, given: Given): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw wrongUse(`--${name} is a whole number from 1, not "${text}".`, given);
  return number;
}

/**
 * Why the console would not show all of a build, in sentences: contract mismatches, and names owned by another remote.
 * Prints which menu entries would share a position.
 */
export function fitProblems(declaration: RemoteDeclaration, deployed: DeployedConsole): string[] {
  tellNotes(orderNotes(declaration, deployed.registry?.remotes.flatMap((entry) => entry?.declaration ?? []) ?? []));
  return [...contractProblems(declaration, deployed), ...buildNameProblems(declaration, deployed)];
}

/**
 * Throws DoesNotFit if the console would refuse the build, unless --even-if-refused is given for a console that is
 * upgraded next. Always throws if this key may not sign the entry: no upgrade changes that.
 */
export function checkFit(
  id: string,
  declaration: RemoteDeclaration,
  { deployed, by }: Pick<PublishingPlace, 'by' | 'deployed'>,
): void {
  if (!deployed) {
    console.log('Not checked against a console; name one with --console.');
    return;
  }
  const ofKey = keyProblems(id, by.key, deployed);
  const problems = [...fitProblems(declaration, deployed), ...ofKey];
  if (problems.length === 0) return;
  const found = `${id} ${declaration.version} does not fit. ${problems.join('\n')}`;
  if (ofKey.length > 0) throw new DoesNotFit(`${found}\nNothing was published.`);
  const insist = '--even-if-refused publishes it anyway, for a console that is upgraded next.';
  if (!by.evenIfRefused) throw new DoesNotFit(`${found}\nNothing was published. ${insist}`);
  console.log(`${found}\nPublished anyway, as --even-if-refused says.`);
}
