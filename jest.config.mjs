// All packages in one run; each also has a configuration of its own.
import { jestConfig } from '@device-console/tooling/jest';
import { readdirSync } from 'node:fs';

const packages = readdirSync(new URL('.', import.meta.url)).filter((name) =>
  /^(shared-lib|shell|mf-.+|reference-api)$/.test(name),
);

export default {
  testSequencer: './tooling/jest-sequencer.cjs',
  projects: packages.flatMap((name) => jestConfig(new URL(`./${name}/jest.config.mjs`, import.meta.url)).projects),
};
