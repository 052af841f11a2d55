// The jest set-up of every package: *.test.ts runs in Node, *.test.tsx in jsdom, in an order that TEST_SEED repeats.
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testSeed } from './test-order.cjs';

const require = createRequire(import.meta.url);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Packages published as ES modules only. */
const esModules =
  '@formatjs|@noble|@scure|age-encryption|intl-messageformat|jose|lucide-react|oauth4webapi|openid-client|uuid';

const common = {
  transform: {
    '^.+\\.tsx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
    // jest runs CommonJS. In a workspace outside the repository, shared-lib is an ES module package too.
    [`/node_modules/(${esModules}|@device-console/shared-lib)/.+\\.m?js$`]: [
      require.resolve('@swc/jest'),
      { jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  // Packages published as ES modules must be compiled as well.
  transformIgnorePatterns: [`/node_modules/(?!(valibot|idb|${esModules}|@device-console/shared-lib)/)`],
  moduleNameMapper: {
    '\\.module\\.css$': here('./css-module.cjs'),
    '\\.css$': here('./css-module.cjs'),
    '^lucide-react$': here('./icons.cjs'),
    '\\.(svg|png|jpe?g|gif|webp|avif)$': here('./image.cjs'),
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** The jest configuration of the package whose jest.config.mjs calls this. */
export function jestConfig(packageUrl: string) {
  const rootDir = fileURLToPath(new URL('.', packageUrl));
  const name = basename(rootDir);
  // Set here, where jest starts, so that its workers inherit it.
  testSeed();
  return {
    // Packages run one after another, so each may use all cores.
    maxWorkers: '100%',
    // A busy machine fails no test, but a test that hangs still ends.
    testTimeout: 120_000,
    testSequencer: here('./order.cjs'),
    reporters: ['default', [here('./report.cjs'), { rootDir }]],
    projects: [
      {
        ...common,
        rootDir,
        displayName: `${name} node`,
        testEnvironment: 'node',
        testMatch: ['<rootDir>/**/*.test.ts'],
      },
      {
        ...common,
        rootDir,
        displayName: `${name} dom`,
        testEnvironment: require.resolve('jest-environment-jsdom'),
        setupFiles: [here('./dom.cjs')],
        setupFilesAfterEnv: [here('./dom-queries.cjs'), '@testing-library/jest-dom'],
        testMatch: ['<rootDir>/**/*.test.tsx'],
      },
    ],
  };
}
