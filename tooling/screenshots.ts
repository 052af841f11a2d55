// `npm run screenshots`: takes a picture of every screen of a demo console, light and dark, at 1440 and 390 pixels,
// into .cache/pictures. Also renews the pictures in the documents. `--language hi` takes the pictures in another
// language.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfChanged } from './lib/build-if-changed.ts';
import { findChromium } from './lib/chromium.ts';
import { type Given, runCommand } from './lib/command-line.mjs';
import { rootDir } from './lib/paths.mjs';
import { buildJobs } from './lib/workspace.mjs';

await runCommand('screenshots', takePictures, 'No pictures were taken: ');

async function takePictures({ values: { language = 'en' } }: Given) {
  await buildIfChanged(buildJobs(), console.log);
  const { status } = spawnSync(
    join(rootDir, 'node_modules', '.bin', 'playwright'),
    ['test', '-c', 'e2e/pictures.config.ts'],
    {
      cwd: rootDir,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: findChromium(console.log), PICTURES_LANGUAGE: language },
    },
  );
  process.exitCode = status ?? 1;
}
