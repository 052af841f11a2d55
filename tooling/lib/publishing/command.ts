// What the publishing commands share: how they find remote, build, store, key and console.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { messageOf } from '../errors.mjs';
import { type Given, wrongUse } from '../command-line.mjs';
import { adoptedFolder, adoptedIds, isRelease, nativeCompiler, remoteIds, rootDir } from '../paths.mjs';
import { buildIfChanged } from '../build-if-changed.ts';
import { notesOn, refuseDeclaration, refuseLargeScreens } from '../refusals/declaration-faults.ts';
import { builtFaults, refuseUncheckedFiles } from '../refusals/built-files.ts';
import { remoteSettings } from '../refusals/remote-settings.ts';
import { remoteBuild, webJob } from '../workspace.mjs';
import { type Build, readBuild } from './build-files.ts';
import type { Place, Publisher } from './commit.ts';
import { type DeployedConsole, contractProblems, deployedConsole, keyProblems } from './deployed-console.ts';
import { keyFileOf, localKeysDir, readKey } from './keys.ts';
import { buildNameProblems } from './names.ts';
import { DoesNotFit } from './registry.ts';
import { usableEntries } from './rules.ts';
import { publishTarget } from './targets.ts';
import { type RefusalId, describeRefusal } from '../refusals/table.ts';
import { runNode } from '../run-node.ts';

type PublishingPlace = Place & { deployed: DeployedConsole | null };

/** Default: the remote whose folder is the current directory. */
export function namedRemote(given: Given): string {
  const known = [...remoteIds(), ...adoptedIds()];
  const id = given.positionals[0] ?? basename(process.cwd());
  if (!known.includes(id)) throw wrongUse(`Name the remote: ${known.join(', ')}.`, given);
  return id;
}

/** The build of other tools, which is taken as it is. */
const adoptedBuild = (id: string): string | undefined =>
  adoptedIds().includes(id) ? join(rootDir, id, adoptedFolder) : undefined;

/**
 * Builds the remote if its sources changed, or takes the build in `dist`, which another toolchain may have made. Throws
 * if the table of refusals rejects the build, or its sources where they are in this workspace. For a build in `dist`,
 * prints what could not be checked. Notes what is new since the build that `deployed` has. A release holds builds that
 * were checked when it was made, and cannot check others.
 */
export async function candidateBuild(id: string, given?: string, deployed?: DeployedConsole | null): Promise<Build> {
  if (isRelease && given)
    throw new Error(`A release publishes its own build of ${id}. Publish ${given} with the tools that its team uses.`);
  const dist = given ?? adoptedBuild(id);
  const folder = dist ? resolve(dist) : remoteBuild(id);
  const isFinished = dist !== undefined || isRelease;
  const checks = await Promise.allSettled([
    !isRelease && folder === remoteBuild(id) && refuseTypeErrors(id),
    isFinished || buildIfChanged([webJob(id)], console.log),
  ]);
  const faults = checks.flatMap((check) => (check.status === 'rejected' ? [messageOf(check.reason)] : []));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const build = await readBuild(folder, id);
  const isBeside = existsSync(join(dirname(folder), 'package.json'));
  const { declaration } = build;
  const { screenLimit, accepted } = remoteSettings(isBeside ? dirname(folder) : join(rootDir, id), declaration);
  refuseUncheckedFiles(build);
  refuseDeclaration(declaration);
  const live = deployed?.registry
    ? usableEntries(deployed.registry.remotes).find((entry) => entry.id === id)
    : undefined;
  for (const note of notesOn(declaration, live?.declaration)) console.log(`Note: ${note}`);
  refuseLargeScreens(declaration, (file) => build.files.get(file) ?? null, screenLimit);
  // What only a build shows, such as a name that is put together, is refused in every build.
  if (!isRelease)
    lookThrough(build, Object.values(accepted).flat(), {
      isOfOthers: dist !== undefined,
      isAdopted: basename(folder) === adoptedFolder,
    });
  return build;
}

/**
 * Throws if a build contains something refused. Of one that others have made, prints what its files cannot show. The
 * entry of an adopted one is its bundler's and holds a federation runtime: what that does is the same in each build.
 */
function lookThrough(
  build: Build,
  accepted: readonly RefusalId[],
  { isOfOthers, isAdopted }: { isOfOthers: boolean; isAdopted: boolean },
): void {
  const { refused, doubtful: all } = builtFaults(build, accepted);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  if (!isOfOthers) return;
  const { file } = build.declaration.entry;
  const doubtful = isAdopted ? all.filter((text) => !text.startsWith(`${file}:`)) : all;
  const entry = isAdopted ? `, and ${file}, which is its bundler's` : '';
  console.log(
    `Not looked at, because only sources show it: types, names, packages, copies, other files and images${entry}.`,
  );
  if (doubtful.length === 0) return;
  console.log(
    'Not refused, because no source map tells whether it is code of the remote or of a package:\n' +
      doubtful.map((text) => `  ${text}`).join('\n'),
  );
}

/** The console is the one that --console names. Without --to, it defaults to this machine's. */
export async function publisher(id: string, given: Given): Promise<PublishingPlace> {
  const { values } = given;
  const target = publishTarget({ ...values, isUnseen: values['without-reading-back'] });
  const key = readKey(values.key ? resolve(values.key) : keyFileOf(localKeysDir(), id));
  const deployed = values.to && !values.console ? null : await deployedConsole(values.console);
  const askedForTime = values.to?.startsWith('http') ? values.to : values.console;
  if (askedForTime) await refuseWrongClock(askedForTime);
  const by: Publisher = {
    key,
    keep: values.keep,
    days: values['valid-for'],
    evenIfRefused: values['even-if-refused'],
    replace: values.replace,
    newRegistry: values['new-registry'],
    trusted: deployed?.registryKeys ?? [],
    epoch: deployed?.registryEpoch,
    now: () => new Date().toISOString(),
    tell: (text) => console.log(text),
  };
  return { target, id, by, deployed };
}

/** Why the console would not show all of a build: contract mismatches, and names owned by another remote. */
export const fitProblems = (declaration: RemoteDeclaration, deployed: DeployedConsole): string[] => [
  ...contractProblems(declaration, deployed),
  ...buildNameProblems(declaration, deployed),
];

/**
 * Throws DoesNotFit if the console would refuse the build, unless --even-if-refused is given for a console that is
 * upgraded next. Always throws if this key may not sign the entry: no upgrade changes that.
 */
export function checkFit({ id, by, deployed }: PublishingPlace, declaration: RemoteDeclaration): void {
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

const TOLERANCE_MS = 5 * 60_000;

/**
 * Throws if this computer's clock differs by more than 5 minutes from the clock of the server at `address`. Passes if
 * the server does not answer or sends no date: a later request reports that.
 */
async function refuseWrongClock(address: string): Promise<void> {
  const date = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(30_000) }).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => NaN,
  );
  const ahead = Date.now() - date;
  if (!(Math.abs(ahead) > TOLERANCE_MS)) return;
  throw new Error(
    `The clock of this computer is ${ahead > 0 ? 'ahead of' : 'behind'} that of ${address}, which says ` +
      `${new Date(date).toISOString()}, so the dates of a publication would be wrong. Set it. Nothing was published.`,
  );
}

/** Checks incrementally. */
export async function refuseTypeErrors(folder: string): Promise<void> {
  const known = join(rootDir, '.cache', 'types', `${basename(folder)}.tsbuildinfo`);
  const kept = ['--incremental', '--tsBuildInfoFile', known];
  const { code, output } = await runNode([nativeCompiler(), '-p', folder, '--noEmit', '--pretty', 'false', ...kept]);
  if (code !== 0) throw new Error(describeRefusal('types', output.trim().split('\n')));
}
