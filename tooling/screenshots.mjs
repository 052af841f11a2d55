// `npm run screenshots`: takes a picture of every screen, light and dark, at 1440 and 390 pixels, into .cache/pictures,
// from a console with demo data of its own, and takes those that documents show anew. `--language hi` takes those in
// another language.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfChanged } from './lib/build-if-changed.mjs';
import { findChromium } from './lib/chromium.mjs';
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { rootDir } from './lib/paths.mjs';
import { findHindiFont } from './lib/programs.mjs';
import { buildJobs } from './lib/workspace.mjs';

const { language = 'en' } = readCommand('screenshots').values;
try {
  if (language === 'hi') findHindiFont();
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
} catch (error) {
  console.error(`No pictures were taken: ${messageOf(error)}`);
  process.exitCode = 1;
}
