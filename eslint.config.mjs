import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import preset from './tooling/eslint-preset.mjs';
import { textPlugin } from './tooling/lib/texts/text-rule.mjs';

/** The packages whose texts stand in catalogues: those that have a translator. */
const translated = readdirSync(import.meta.dirname).filter(
  (name) => name === 'shared-lib' || existsSync(join(import.meta.dirname, name, 'src', 't.ts')),
);

export default [
  ...preset,
  { files: ['tooling/**/*.{mjs,cjs}'], rules: { 'no-var': 'error', 'prefer-const': 'error' } },
  // Texts for people. Not those for authors and for logs, what crosses the wire, and declarations, whose titles are
  // translated where they are shown.
  {
    files: translated.map((name) => `${name}/src/**/*.{ts,tsx}`),
    ignores: [
      // What customers read on their phones.
      'mf-commands/src/notification/templates.ts',
      // What reports of failures say to the teams.
      'shell/src/remotes/{diagnose,entry-error,load-failure,part-loader}.ts',
      ...['**/*.test.{ts,tsx}', '**/*.test-d.ts', '**/test-*.{ts,tsx}', '**/testing/**', 'mf-*/src/remote.ts'],
      ...['shell/src/{boot,gallery,telemetry,testing}/**'],
      'shared-lib/src/{api,async,contract,crypto,i18n,i18n-host,remote,session,sheets,telemetry,trust}/**',
    ],
    plugins: { texts: textPlugin },
    rules: { 'texts/in-catalogues': 'error' },
  },
  {
    // What prints is a command, or what all commands share.
    files: ['tooling/{lib,packing,development}/**/*.{mjs,cjs}'],
    ignores: [
      'tooling/lib/command-line.mjs',
      'tooling/lib/gate.mjs',
      'tooling/lib/gate-stages.mjs',
      'tooling/lib/install.mjs',
      'tooling/lib/programs.mjs',
      'tooling/lib/publishing/{command,process-webhooks}.mjs',
    ],
    rules: { 'no-console': 'error' },
  },
];
