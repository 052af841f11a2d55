import { jestConfig } from '@device-console/tooling/jest';

const { projects, ...common } = jestConfig(import.meta.url);

/** Those that need PostgreSQL whatever they show. */
const onPostgresAlone = process.env.DATABASES === 'sqlite' ? ['\\.postgres\\.test\\.ts$'] : [];

/** Those of the full run alone. */
const ofFullRun = process.env.FULL === '1' ? [] : ['\\.full\\.test\\.ts$'];

/** Those that read documents and sources of the whole repository: jest.documents.mjs runs them. */
export const documentTests = ['<rootDir>/src/documents.test.ts', '<rootDir>/src/security-inventory.test.ts'];

export default {
  ...common,
  projects: projects.map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, ...onPostgresAlone, ...ofFullRun, ...documentTests],
    globalSetup: '<rootDir>/src/testing/global-setup.ts',
    globalTeardown: '<rootDir>/src/testing/global-teardown.ts',
  })),
};
