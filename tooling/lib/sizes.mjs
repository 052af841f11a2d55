// What the login page and a remote's screens weigh, and the limits that the gate keeps them to.
/** @import { RemoteDocument } from './publishing/rules.mjs' */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readJson, remoteIds, rootDir } from './paths.mjs';
import { remoteSettings } from './refusals/remote-settings.mjs';
import { screenSizes } from './refusals/screen-size.mjs';

/**
 * Gzipped bytes: what is there today with a little room, so that growth is a decision. A remote's package.json names
 * its own limit; of its screens some 8 kB are the remote's entry, which holds a remote's share of the federation
 * runtime.
 */
const limits = { loginPage: 147_000 };

/** @type {(files: readonly string[]) => number} */
const gzipped = (files) => files.reduce((total, file) => total + gzipSync(readFileSync(file)).length, 0);

/** Script and style that index.html names. */
function loginPageFiles() {
  const dist = join(rootDir, 'shell', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file = '']) => join(dist, file));
}

/** Every measured part: its name, gzipped bytes and limit. A screen weighs its remote's entry and its own files. */
export function measureSizes() {
  const screens = remoteIds().flatMap((id) => {
    const dist = join(rootDir, id, 'dist');
    const declaration = /** @type {RemoteDocument} */ (readJson(join(dist, 'remote.json')));
    const sizes = screenSizes(declaration, (file) => readFileSync(join(dist, file)));
    return [
      {
        name: `heaviest screen of ${id}`,
        bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
        limit: remoteSettings(join(rootDir, id)).screenLimit,
      },
    ];
  });
  return [{ name: 'login page', bytes: gzipped(loginPageFiles()), limit: limits.loginPage }, ...screens];
}

/**
 * Files of the host's build that hold something of the gallery, which is for development builds alone: by their source
 * maps.
 */
export function filesWithGallery() {
  const dist = join(rootDir, 'shell', 'dist');
  return readdirSync(dist).filter(
    (file) => file.endsWith('.map') && readFileSync(join(dist, file), 'utf8').includes('/src/gallery/'),
  );
}
