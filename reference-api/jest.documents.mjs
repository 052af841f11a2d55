// The tests that read documents and sources of the whole repository, apart from the others: they run again when any of
// these changes, and need no database.
import { jestConfig } from '@device-console/tooling/jest';
import { documentTests } from './jest.config.mjs';

const {
  projects: [inNode],
  ...common
} = jestConfig(import.meta.url);

export default { ...common, projects: [{ ...inNode, testMatch: documentTests }] };
