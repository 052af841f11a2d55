import { jestConfig } from '@device-console/tooling/jest';

const { projects, ...all } = jestConfig(import.meta.url);

/** Those that need PostgreSQL whatever they show. */
const onPostgresAlone = process.env.DATABASES === 'sqlite' ? ['\\.postgres\\.test\\.ts$'] : [];

export default {
  ...all,
  projects: projects.map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, ...onPostgresAlone],
    globalSetup: '<rootDir>/src/testing/global-setup.ts',
    globalTeardown: '<rootDir>/src/testing/global-teardown.ts',
  })),
};
