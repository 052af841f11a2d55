// Debian 13, and a certificate that certbot gets from an ACME server: pebble, on the host itself.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packRelease } from '../packing/release.ts';
import { type BareHost, startBareHost } from '../test-support/bare-host.ts';
import { consoleName, curl, giveArchive, makeCertificate, remotesName } from '../test-support/installed-host.ts';
import { shownCommands } from '../test-support/shown-commands.ts';
import { type SmallSystemd, smallSystemd } from '../test-support/small-systemd.ts';

const authority = '/root/authority';
/** Where pebble listens: for an ACME client, and for whoever wants its root certificate. */
const [ACME, MANAGEMENT] = [14_000, 15_000];
/** certbot trusts the address of the authority by it. */
const env = { REQUESTS_CA_BUNDLE: join(authority, 'fullchain.pem') };

let folder = '';
let host: BareHost;
let systemd: SmallSystemd;

before(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'install-acme-'));
    const archive = await packRelease({ to: folder, log: () => undefined });
    host = await startBareHost('trixie', [consoleName, remotesName]);
    systemd = smallSystemd(host);
    giveArchive(host, archive);
    host.succeed(['apt-get', 'update', '--quiet']);
    host.succeed(['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', 'pebble']);
    makeCertificate(host, authority, ['localhost']);
    const pebble = {
      listenAddress: `127.0.0.1:${ACME}`,
      managementListenAddress: `127.0.0.1:${MANAGEMENT}`,
      certificate: join(authority, 'fullchain.pem'),
      privateKey: join(authority, 'privkey.pem'),
      ...{ httpPort: 80, tlsPort: 443, ocspResponderURL: '' },
    };
    writeFileSync(host.at(authority, 'pebble.json'), JSON.stringify({ pebble }));
    const quick = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
    const command = ['pebble', '-config', join(authority, 'pebble.json')];
    await host.start(command, { env: quick, ready: 'ACME directory available' });
  },
  { timeout: 600_000 },
);
after(async () => {
  await systemd.close();
  await host.close();
  rmSync(folder, { recursive: true });
});

const rootFile = (): string => join(folder, 'root.pem');
/** Asks over TLS, trusting the authority alone. */
const ask = (name: string, path: string, ...more: string[]): string =>
  curl(host, `https://${name}${path}`, '--fail', '--cacert', rootFile(), ...more);

/** The number of the certificate that nginx shows. */
const shownSerial = (): string => {
  const said = ask(consoleName, '/', '--output', '/dev/null', '--write-out', '%{certs}');
  const [, serial] = /^Serial Number:(\w+)$/m.exec(said) ?? [];
  assert.ok(serial, said);
  return serial;
};

test('certbot gets a certificate for both names, and nginx shows each renewed one', { timeout: 600_000 }, async () => {
  const [makeFolder = '', unpack = '', enter = '', check = '', install = ''] = shownCommands(
    'docs/operations.md',
    'Install',
  );
  host.succeed(['sh', '-ec', `${makeFolder} && ${unpack}`]);
  const server = `--certificate acme --acme-server https://localhost:${ACME}/dir`;
  const command = `${enter} && ${install.replace('--certificate acme', server)}`;
  host.succeed(['sh', '-ec', command], { env });
  assert.match(host.succeed(['sh', '-ec', `${enter} && ${check.replace(/ --console .*/, '')}`]), /^(there {5}.*\n)+$/);

  for (const part of ['api@3101', 'api@3102', 'page', 'store']) await systemd.restart(`device-console-${part}`);
  writeFileSync(rootFile(), curl(host, `https://127.0.0.1:${MANAGEMENT}/roots/0`, '--insecure'));
  assert.match(ask(consoleName, '/'), /<div id="console"/);
  assert.match(ask(remotesName, '/registry.json'), /"mf-commands"/);
  const former = shownSerial();
  host.succeed(['certbot', 'renew', '--force-renewal', '--no-random-sleep-on-renew'], { env });
  assert.notEqual(shownSerial(), former);
});
