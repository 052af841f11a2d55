// A bare host with a release on it, a certificate of its own authority, and ways to reach it.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findChromium, quietChromium } from '../lib/chromium.ts';
import type { BareHost } from './bare-host.ts';

export const consoleName = 'console.example.com';
export const remotesName = 'remotes.example.com';
export const superadmin = 'you@example.com';

/** Where the host's certificate lies. */
export const certificateFolder = '/root/certificate';

/** Makes a certificate of its own authority on the host, by default for both names of the console. */
export function makeCertificate(host: BareHost, folder = certificateFolder, names = [consoleName, remotesName]): void {
  mkdirSync(host.at(folder));
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', host.at(folder, 'privkey.pem'), '-out', host.at(folder, 'fullchain.pem')];
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`;
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', alternatives];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
}

/** Asks a server of the host, in its network. */
export function curl(host: BareHost, url: string, ...options: string[]): string {
  const names = [consoleName, remotesName].flatMap((name) =>
    [80, 443].flatMap((port) => ['--resolve', `${name}:${port}:127.0.0.1,[::1]`]),
  );
  const [program = '', ...rest] = [...host.inNetwork, 'curl', '--silent', '--show-error', ...names];
  return execFileSync(program, [...rest, ...options, url], { encoding: 'utf8' });
}

/** Puts an archive into root's folder. */
export const giveArchive = (host: BareHost, archive: string): void =>
  copyFileSync(archive, host.at('root', basename(archive)));

/** Starts a Chromium in the network of the host; `folder` is for files of the moment. */
export function browserOf(host: BareHost, folder: string): Promise<Browser> {
  const program = join(folder, 'chromium');
  const words = [...host.inNetwork, findChromium()].map((word) => `'${word}'`).join(' ');
  writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(program, 0o755);
  const resolve = [consoleName, remotesName].map((name) => `MAP ${name} 127.0.0.1`).join(', ');
  return chromium.launch({
    executablePath: program,
    args: [...quietChromium, `--host-resolver-rules=${resolve}`],
  });
}
