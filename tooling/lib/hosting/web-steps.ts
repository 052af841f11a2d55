// nginx beside what it serves already, and the certificate for the console's two names.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../paths.mjs';
import { attempt, deployed, type HostSettings, isPlaced, place, type PlacedFile, run } from './host.ts';
import type { Step } from './step.ts';

const certificates = '/etc/device-console/tls';
const [chain, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(certificates, name)) as [string, string];
/** Where the answers to an ACME server's questions lie. */
const challenges = '/var/www/device-console';
const acmeName = 'device-console';

/** Some computers have no IPv6, and nginx refuses to start where it is to listen at what is not there. */
const hasIpv6 = (): boolean => existsSync('/proc/net/if_inet6');

/** Whether nginx serves anything that is not the console's; then others keep what they say of unknown names. */
function hasOtherSites(): boolean {
  const files = ['/etc/nginx/sites-enabled', '/etc/nginx/conf.d'].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  );
  return files.some((file) => !/\/device-console[^/]*$/.test(file) && existsSync(file));
}

const forHost = (text: string, { console: name, remotes }: HostSettings): string =>
  text
    .replaceAll('console.example.com', name)
    .replaceAll('remotes.example.com', remotes)
    .replaceAll(/^ *listen \[::\].*\n/gm, (line) => (hasIpv6() ? line : ''));

const othersFile = '/etc/nginx/conf.d/device-console-others.conf';

function nginxFiles(settings: HostSettings): readonly PlacedFile[] {
  const folder = join(rootDir, 'deploy', 'nginx');
  const snippets = readdirSync(join(folder, 'snippets'));
  const text = (...names: string[]): string => forHost(deployed('nginx', ...names), settings);
  return [
    ...snippets.map((name) => ({ path: join('/etc/nginx/snippets', name), text: text('snippets', name) })),
    { path: '/etc/nginx/conf.d/device-console.conf', text: text('device-console.conf') },
    ...(hasOtherSites() ? [] : [{ path: othersFile, text: text('device-console-others.conf') }]),
  ];
}

/** Until a certificate has come, nginx needs another one to start with. */
function placeholder({ console: name, remotes }: HostSettings): void {
  if (existsSync(chain)) return;
  const names = `subjectAltName=DNS:${name},DNS:${remotes}`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const files = ['-keyout', key, '-out', chain];
  run('openssl', ['req', '-x509', ...kind, '-subj', `/CN=${name}`, '-addext', names, ...files]);
}

function linkTo(folder: string): void {
  for (const [link, name] of [
    [chain, 'fullchain.pem'],
    [key, 'privkey.pem'],
  ] as const) {
    rmSync(link, { force: true });
    symlinkSync(join(folder, name), link);
  }
}

const acmeFolder = `/etc/letsencrypt/live/${acmeName}`;

const sourceOf = ({ certificate }: HostSettings): string => (certificate === 'acme' ? acmeFolder : certificate);

const isLinked = (settings: HostSettings): boolean =>
  existsSync(chain) && realpathSync(chain) !== chain && existsSync(join(sourceOf(settings), 'fullchain.pem'));

/** Starts nginx, or makes it read its files again. Both names of the system's own service tell whether it runs. */
function reload(): void {
  run('nginx', ['-t']);
  run('service', ['nginx', attempt('service', ['nginx', 'status']).status === 0 ? 'reload' : 'start']);
}

export const nginx: Step = {
  title: 'nginx',
  does: () =>
    `puts device-console.conf into /etc/nginx/conf.d and reloads nginx; ${
      hasOtherSites() ? 'other sites stay as they are, and what is said of unknown names is theirs' : 'no site is there'
    }${hasIpv6() ? '' : '; this computer has no IPv6'}`,
  missing: (settings) => [
    ...nginxFiles(settings).flatMap((file) => (isPlaced(file) ? [] : [file.path])),
    ...(attempt('service', ['nginx', 'status']).status === 0 ? [] : ['nginx does not run']),
  ],
  work: (settings, say) => {
    mkdirSync(certificates, { recursive: true, mode: 0o700 });
    mkdirSync(challenges, { recursive: true });
    placeholder(settings);
    if (hasOtherSites()) rmSync(othersFile, { force: true });
    for (const file of nginxFiles(settings)) {
      const path = place(file);
      if (path !== file.path) say(`${file.path} was edited here and stays; the new one is ${path}`);
    }
    reload();
  },
};

/** certbot proves both names through nginx, and renews by its own timer. */
function askForCertificate({ console: name, remotes, superadmin, acmeServer }: HostSettings): void {
  const names = ['--domain', name, '--domain', remotes, '--cert-name', acmeName];
  const by = ['--webroot', '--webroot-path', challenges, '--email', superadmin, '--agree-tos', '--no-eff-email'];
  const hook = ['--deploy-hook', 'service nginx reload'];
  const server = acmeServer === undefined ? [] : ['--server', acmeServer];
  run('certbot', ['certonly', '--non-interactive', '--keep-until-expiring', ...by, ...names, ...hook, ...server]);
}

export const certificate: Step = {
  title: 'The certificate',
  does: (settings) =>
    settings.certificate === 'acme'
      ? `lets certbot ask ${settings.acmeServer ?? "Let's Encrypt"} for one for both names, and accepts its terms ` +
        `for ${settings.superadmin}; both have to lead here and port 80 has to be open`
      : `takes fullchain.pem and privkey.pem of ${settings.certificate}, which have to hold for both names`,
  missing: (settings) => (isLinked(settings) ? [] : [join(sourceOf(settings), 'fullchain.pem')]),
  work: (settings) => {
    if (settings.certificate === 'acme') askForCertificate(settings);
    const folder = sourceOf(settings);
    const text = readFileSync(join(folder, 'fullchain.pem'), 'utf8');
    for (const name of [settings.console, settings.remotes])
      if (!/ does match /.test(run('openssl', ['x509', '-noout', '-checkhost', name], text)))
        throw new Error(`The certificate in ${folder} does not hold for ${name}.`);
    linkTo(folder);
    reload();
  },
};
