// Puts a console on a bare computer: says what is missing and what will be done, then does it. It can be run again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '../errors.mjs';
import { rootDir } from '../paths.mjs';
import type { Log } from '../run-node.ts';
import { databaseRoles, firstStart, secretsAndSettings } from './database-steps.ts';
import { attempt, hasSystemd, type HostSettings, keepSettings, run, textOf } from './host.ts';
import { remotesStep } from './remotes-step.ts';
import type { Step } from './step.ts';
import { currentRelease, link, switchTo } from './switch-host.ts';
import { ownFolder, packages, release, units, usersAndFolders } from './system-steps.ts';
import { certificate, nginx } from './web-steps.ts';

const services = ['api@3101', 'api@3102', 'page.socket', 'page', 'store.socket', 'store', 'backup.timer'].map(
  (part) => `device-console-${part}`,
);

const servicesStep: Step = {
  title: 'Services',
  does: () =>
    hasSystemd()
      ? `enables ${services.join(', ')}, and starts them again one after the other on this release`
      : 'leads /opt/device-console to this release; starts nothing, because systemd does not run here',
  missing: () => [
    ...(currentRelease() === ownFolder() ? [] : [`/opt/device-console does not lead to ${ownFolder()}`]),
    ...(hasSystemd()
      ? services
          .filter((unit) => attempt('systemctl', ['is-active', '--quiet', unit]).status !== 0)
          .map((unit) => `${unit} does not run`)
      : []),
  ],
  work: async (_, say) => {
    if (!hasSystemd()) {
      link(ownFolder());
      say(`Left out, because systemd does not run here: starting ${services.join(', ')}.`);
      return;
    }
    run('systemctl', ['daemon-reload']);
    run('systemctl', ['enable', ...services]);
    await switchTo(ownFolder(), say);
    run('systemctl', ['start', 'device-console-backup.timer']);
  },
};

/** In their order: each needs those before. */
const steps: readonly Step[] = [
  packages,
  release,
  usersAndFolders,
  databaseRoles,
  secretsAndSettings,
  firstStart,
  units,
  nginx,
  certificate,
  servicesStep,
  // A remote may need the host of its release, and no host needs a newer remote.
  remotesStep,
];

const systems = new Map([
  ['debian', ['12', '13']],
  ['ubuntu', ['24.04']],
]);

/** Why a console cannot be installed on this computer; changes nothing. */
export async function obstacles(): Promise<string[]> {
  const text = textOf('/etc/os-release') ?? '';
  const valueOf = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? '';
  const [id, version] = [valueOf('ID'), valueOf('VERSION_ID')];
  const known = systems.get(id)?.includes(version);
  return [
    ...(known ? [] : [`This is ${id || 'an unknown system'} ${version}; known are Debian 12 and 13 and Ubuntu 24.04.`]),
    ...(process.getuid?.() === 0 ? [] : ['It has to be run as root.']),
    ...alteredFiles().map((file) => `${file} is not as it was released.`),
    ...(await takenPorts()),
  ];
}

function alteredFiles(): readonly string[] {
  const sums = textOf(join(rootDir, 'SHA256SUMS'));
  if (sums === undefined) return ['SHA256SUMS'];
  const lines = sums.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const [sum, file = ''] = line.split('  ');
    const path = join(rootDir, file);
    const found = existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex');
    return found === sum ? [] : [file];
  });
}

/** Ports that another program has: of nginx before there is one, of the services before they are installed. */
async function takenPorts(): Promise<readonly string[]> {
  const wanted = [
    ...(existsSync('/run/nginx.pid') ? [] : [80, 443]),
    ...(existsSync('/etc/systemd/system/device-console-page.service') ? [] : [3000, 3050, 3101, 3102]),
  ];
  const taken: string[] = [];
  for (const port of wanted) if (!(await isFree(port))) taken.push(`Port ${port} is taken by another program.`);
  return taken;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '0.0.0.0');
  try {
    await once(server, 'listening');
    await once(server.close(), 'close');
    return true;
  } catch (error) {
    // Without root nobody may ask about port 80.
    if (codeOf(error) === 'EACCES') return true;
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return false;
  }
}

/** Tells what each step lacks; changes nothing. Returns whether nothing is missing. */
export function checkHost(settings: HostSettings, say: Log): boolean {
  let isWhole = true;
  for (const { title, missing } of steps) {
    const lacking = missing(settings);
    say([`${lacking.length === 0 ? 'there   ' : 'missing '}  ${title}`, ...lacking].join('\n            '));
    if (lacking.length > 0) isWhole = false;
  }
  return isWhole;
}

/** Says what would be done, in its order. */
export function planHost(settings: HostSettings, say: Log): void {
  for (const [index, { title, does }] of steps.entries()) say(`${index + 1}. ${title}: ${does(settings)}.`);
}

/** Does every step. */
export async function installHost(settings: HostSettings, say: Log): Promise<void> {
  keepSettings(settings);
  for (const [index, { title, work }] of steps.entries()) {
    say(`${index + 1}. ${title}`);
    await work(settings, (line) => say(`   ${line}`));
  }
  for (const line of afterwards(settings)) say(line);
}

const afterwards = ({ console: name, remotes, gateway }: HostSettings): readonly string[] => [
  '',
  `The console is at https://${name}/, and the store of remotes at https://${remotes}/.`,
  'Firewall: open ports 80 and 443 and no other (with ufw: ufw allow 80,443/tcp). No other has to be reached.',
  ...(gateway === 'simulator' ? ['Phones are simulated: no command reaches one, and every page says so.'] : []),
  'What comes next is in docs/operations.md.',
];
