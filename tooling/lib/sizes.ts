// Measures the login page and the remotes' screens against the limits of the gate.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readJson, remoteIds, rootDir } from './paths.mjs';
import { remoteSettings } from './refusals/remote-settings.ts';
import { screenSizes } from './refusals/screen-size.ts';
import type { RemoteDocument } from './publishing/rules.ts';

/**
 * Limits in gzipped bytes: today's size plus a little, so that growth is a decision. A remote's package.json has its
 * own limit. About 8 kB of each screen are the remote's entry with its part of the federation runtime.
 */
const limits = { loginPage: 147_000 };

const gzipped = (files: readonly string[]): number =>
  files.reduce((total, file) => total + gzipSync(readFileSync(file)).length, 0);

function loginPageFiles() {
  const dist = join(rootDir, 'shell', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file = '']) => join(dist, file));
}

/** A screen's size includes its remote's entry. */
export function measureSizes() {
  const screens = remoteIds().flatMap((id) => {
    const dist = join(rootDir, id, 'dist');
    const declaration = readJson(join(dist, 'remote.json')) as RemoteDocument;
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
 * Files of the host's build that contain gallery code, which belongs in development builds only. Found by source maps.
 */
export function filesWithGallery() {
  const dist = join(rootDir, 'shell', 'dist');
  return readdirSync(dist).filter(
    (file) => file.endsWith('.map') && readFileSync(join(dist, file), 'utf8').includes('/src/gallery/'),
  );
}
