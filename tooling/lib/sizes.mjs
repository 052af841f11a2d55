// What the login page and a remote's screens weigh, and the limits that the gate keeps them to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readJson, remoteIds, rootDir } from './paths.mjs';

/** Gzipped bytes: what is there today with a little room, so that growth is a decision. */
const limits = { loginPage: 150_000, screen: 15_000 };

const gzipped = (files) => files.reduce((total, file) => total + gzipSync(readFileSync(file)).length, 0);

/** Script and style that index.html names. */
function loginPageFiles() {
  const dist = join(rootDir, 'shell', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file]) => join(dist, file));
}

/** Every measured part: its name, gzipped bytes and limit. A screen weighs its remote's entry and its own files. */
export function measureSizes() {
  const screens = remoteIds().flatMap((id) => {
    const dist = join(rootDir, id, 'dist');
    const heaviest = Math.max(...readJson(join(dist, 'remote.json')).screens.map(({ assets }) => gzipped(assets.map(({ file }) => join(dist, file)))));
    return [{ name: `heaviest screen of ${id}`, bytes: heaviest, limit: limits.screen }];
  });
  return [{ name: 'login page', bytes: gzipped(loginPageFiles()), limit: limits.loginPage }, ...screens];
}
