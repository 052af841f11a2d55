// Debian's packages, the release in its place, users and folders.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readJson, releaseFile, rootDir } from '../paths.mjs';
import { attempt, deployed, isPlaced, place, type PlacedFile, run } from './host.ts';
import type { Step } from './step.ts';

/** Where releases lie, each in a folder of its own, and the link that says which one runs. */
export const releasesFolder = '/opt/device-console-releases';
export const currentLink = '/opt/device-console';

const packagesOf = (certificate: string): readonly string[] => [
  'ca-certificates',
  'nginx',
  'openssl',
  'postgresql',
  ...(certificate === 'acme' ? ['certbot'] : []),
];

const isInstalled = (name: string): boolean =>
  attempt('dpkg-query', ['--show', '--showformat', '${db:Status-Abbrev}', name]).stdout.startsWith('ii');

export const packages: Step = {
  title: "Debian's packages",
  does: ({ certificate }) =>
    `installs by apt-get what is missing of ${packagesOf(certificate).join(', ')}; Node comes with the release`,
  missing: ({ certificate }) => packagesOf(certificate).filter((name) => !isInstalled(name)),
  work: (settings, say) => {
    const wanted = packages.missing(settings);
    if (wanted.length === 0) return;
    run('apt-get', ['update', '--quiet']);
    run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...wanted]);
    say(`installed ${wanted.join(', ')}`);
  },
};

/** The folder of this release among the others. */
export const ownFolder = (): string => {
  const { version } = readJson(join(rootDir, releaseFile)) as { version: string };
  return rootDir.startsWith(`${releasesFolder}/`) ? rootDir : join(releasesFolder, `device-console-${version}`);
};

export const release: Step = {
  title: 'The release',
  does: () => `puts this release into ${ownFolder()}, if it is elsewhere`,
  missing: () => (existsSync(ownFolder()) ? [] : [ownFolder()]),
  work: (_, say) => {
    if (existsSync(ownFolder())) return;
    mkdirSync(releasesFolder, { recursive: true });
    // Whole or not at all, also when the copy is interrupted.
    const unfinished = join(releasesFolder, `.${basename(ownFolder())}`);
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(rootDir, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, ownFolder());
    say(`copied to ${ownFolder()}`);
  },
};

const tables = (): readonly PlacedFile[] => [
  { path: '/etc/sysusers.d/device-console.conf', text: deployed('sysusers', 'device-console.conf') },
  { path: '/etc/tmpfiles.d/device-console.conf', text: deployed('tmpfiles', 'device-console.conf') },
];

const listed = (text: string, kinds: string, column: number): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.split(/\s+/))
    .flatMap((words) => (kinds.includes(words[0] ?? '#') && words[column] ? [words[column]] : []));

export const usersAndFolders: Step = {
  title: 'Users and folders',
  does: () => 'makes a user without a login for each service, and the folders below /etc, /srv and /var',
  missing: () => [
    ...tables().flatMap((file) => (isPlaced(file) ? [] : [file.path])),
    ...listed(deployed('sysusers', 'device-console.conf'), 'u', 1)
      .filter((user) => attempt('getent', ['passwd', user]).status !== 0)
      .map((user) => `user ${user}`),
    ...listed(deployed('tmpfiles', 'device-console.conf'), 'd', 1).filter((folder) => !existsSync(folder)),
  ],
  work: () => {
    for (const file of tables()) place(file);
    run('systemd-sysusers', ['device-console.conf']);
    run('systemd-tmpfiles', ['--create', 'device-console.conf']);
  },
};

const unitFiles = (): readonly PlacedFile[] => {
  const folder = join(rootDir, 'deploy', 'systemd');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(service|socket|timer|conf)$/.test(name))
    .sort()
    .map((name) => ({ path: join('/etc/systemd/system', name), text: deployed('systemd', name) }));
};

export const units: Step = {
  title: 'Units of systemd',
  does: () => 'puts the units into /etc/systemd/system; drop-ins of your own stay',
  missing: () => unitFiles().flatMap((file) => (isPlaced(file) ? [] : [file.path])),
  work: (_, say) => {
    for (const file of unitFiles()) {
      const path = place(file);
      if (path !== file.path) say(`${file.path} was edited here and stays; the new one is ${path}`);
    }
  },
};
