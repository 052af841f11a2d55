import { jestConfig } from '@device-console/tooling/jest';

const { projects, ...common } = jestConfig(import.meta.url);

/** Those that need PostgreSQL whatever they show. */
const onPostgresAlone = process.env.DATABASES === 'sqlite' ? ['\\.postgres\\.test\\.ts$'] : [];

/** Those of jest.documents.mjs. */
export const ofDocuments = ['src/documents\\.test\\.ts$', 'src/security-inventory\\.test\\.ts$'];

export default {
  ...common,
  projects: projects.map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, ...onPostgresAlone, ...ofDocuments],
    globalSetup: '<rootDir>/src/testing/global-setup.ts',
    globalTeardown: '<rootDir>/src/testing/global-teardown.ts',
  })),
};
