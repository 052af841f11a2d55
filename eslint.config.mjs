import preset from './tooling/eslint-preset.mjs';

export default [
  ...preset,
  { files: ['tooling/**/*.{mjs,cjs}'], rules: { 'no-var': 'error', 'prefer-const': 'error' } },
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
