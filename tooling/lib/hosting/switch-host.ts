// Which release runs: a link, and the services that are started again on it, one after the other.
import { existsSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../errors.mjs';
import { readJson, releaseFile } from '../paths.mjs';
import type { Log } from '../run-node.ts';
import { attempt, run, textOf } from './host.ts';
import { takeRemotesBack } from './remotes-step.ts';
import { currentLink, releasesFolder } from './system-steps.ts';

/** Leads to the release that ran before. */
const formerLink = join(releasesFolder, 'former');

const API_PORTS = [3101, 3102];
const READY_MS = 180_000;

const targetOf = (link: string): string | null => {
  try {
    return resolve(link, '..', readlinkSync(link));
  } catch {
    return null;
  }
};

export const currentRelease = (): string | null => targetOf(currentLink);

/** Whoever opens the link sees the old release or the new one, never none. */
function setLink(link: string, target: string): void {
  const unfinished = `${link}.new`;
  rmSync(unfinished, { force: true });
  symlinkSync(target, unfinished);
  renameSync(unfinished, link);
}

/** The version and commit of the release in a folder. */
function releaseName(folder: string): string {
  const { version, commit } = readJson(join(folder, releaseFile)) as { version: string; commit: string };
  return `${version} (${commit})`;
}

/** Leads the link to a release, and remembers the one that ran before. Starts nothing. */
export function link(folder: string): void {
  if (!existsSync(join(folder, releaseFile))) throw new Error(`${folder} holds no release.`);
  const former = currentRelease();
  if (former === folder) return;
  if (former !== null) setLink(formerLink, former);
  setLink(currentLink, folder);
}

/** Switches to a release and starts the services again on it. Open pages go on with the files of their own. */
export async function switchTo(folder: string, say: Log): Promise<void> {
  const started = performance.now();
  link(folder);
  say(`${currentLink} leads to ${folder}.`);
  await restart(say);
  say(`${releaseName(folder)} runs, after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** Switches to the release that ran before: its remotes first, which any newer host can use. */
export async function rollBack(say: Log): Promise<void> {
  const former = targetOf(formerLink);
  if (former === null || !existsSync(former)) throw new Error('No other release ran here before.');
  const left = currentRelease();
  if (left !== null && left !== former)
    await takeRemotesBack(former, left, say).catch((error: unknown) => {
      // Whoever goes back has a reason not to wait.
      say(`The remotes of ${releaseName(left)} stay, and the host goes back all the same: ${messageOf(error)}`);
    });
  await switchTo(former, say);
}

/** Starts the API's instances again one after the other, so that one always answers; then the page and the store. */
async function restart(say: Log): Promise<void> {
  for (const port of API_PORTS)
    await withoutCalls(port, async () => {
      run('systemctl', ['restart', `device-console-api@${port}`]);
      await ready(port);
      say(`The API at port ${port} is ready.`);
    });
  for (const unit of ['device-console-page', 'device-console-store']) {
    holdSocket(unit);
    run('systemctl', ['restart', unit]);
  }
}

/** Lets systemd hold the socket of a service, which a service of an older release has itself. */
function holdSocket(unit: string): void {
  if (attempt('systemctl', ['is-active', '--quiet', `${unit}.socket`]).status === 0) return;
  run('systemctl', ['stop', unit]);
  run('systemctl', ['start', `${unit}.socket`]);
}

const nginxFile = '/etc/nginx/conf.d/device-console.conf';

/**
 * Lets nginx send no call to an instance while it is restarted: what waits at a socket that is closed would be lost. An
 * nginx elsewhere, or with another file, sends what it cannot deliver to the other instance.
 */
async function withoutCalls(port: number, work: () => Promise<void>): Promise<void> {
  // An earlier switch may have been broken off.
  const text = textOf(nginxFile)?.replaceAll(/^( *server 127\.0\.0\.1:\d+[^;\n]*) down;/gm, '$1;');
  const line = new RegExp(`^( *server 127\\.0\\.0\\.1:${port}\\b[^;\\n]*);`, 'm');
  if (text === undefined || !line.test(text)) return work();
  writeFileSync(nginxFile, text.replace(line, '$1 down;'));
  await reloadNginx(port);
  try {
    await work();
  } finally {
    writeFileSync(nginxFile, text);
    run('service', ['nginx', 'reload']);
  }
}

/** Longer than a call waits for changes. */
const DRAIN_MS = 30_000;

/**
 * Resolves when the workers of before have ended, and with them their calls; or after a while, for long uploads. Pages
 * that wait for changes at the instance are answered, and ask the other one next.
 */
async function reloadNginx(port: number): Promise<void> {
  const former = workers();
  run('service', ['nginx', 'reload']);
  const until = performance.now() + DRAIN_MS;
  while (performance.now() < until && workers().some((pid) => former.includes(pid))) {
    // Again and again: a call may have been on its way. An instance that does not run has nobody to answer.
    attempt('systemctl', ['kill', '--signal=SIGURG', `device-console-api@${port}`]);
    await pause(200);
  }
}

const workers = (): readonly string[] =>
  attempt('pgrep', ['--full', '^nginx: worker process']).stdout.split('\n').filter(Boolean);

async function ready(port: number): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (performance.now() > until) {
      const { stdout } = attempt('journalctl', ['--unit', `device-console-api@${port}`, '--lines', '20', '--no-pager']);
      throw new Error(`The API at port ${port} is not ready after ${READY_MS / 60_000} minutes.\n${stdout}`);
    }
    await pause(200);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url);
    return status === 200;
  } catch (error) {
    // Nothing listens there yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
