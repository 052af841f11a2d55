// Finds a Chromium for the browser tests, or installs Debian's when that is possible.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find((path) => existsSync(path));
}

/** Playwright's own download, when somebody has made it. */
function playwrightsOwn() {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** Installs Debian packages when this is root on a system with apt-get, without starting their services; answers whether it worked. */
export function aptInstall(packages, log) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false;
  log(`Installing ${packages.join(' ')} with apt-get…`);
  const run = (args) => spawnSync('apt-get', args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } });
  run(['update', '-qq']);
  const result = run(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  if (result.status !== 0) log(result.stderr.trim());
  return result.status === 0;
}

/** Path of a Chromium: CHROMIUM_PATH, an installed one, Playwright's own, or Debian's package installed now. */
export function findChromium(log = console.log) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, but there is no such file.`);
  const found = wanted ?? installed() ?? playwrightsOwn();
  if (found) return found;
  if (aptInstall(['chromium'], log)) {
    const fresh = installed();
    if (fresh) return fresh;
  }
  throw new Error('The browser tests need a Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to its program.');
}
