// The tests that read documents and sources of the whole repository: they run again when any of these changes, and need
// no database.
import { jestConfig } from '@device-console/tooling/jest';
import { ofDocuments } from './jest.config.mjs';

const {
  projects: [{ testMatch: _, ...inNode }],
  ...common
} = jestConfig(import.meta.url);

export default { ...common, projects: [{ ...inNode, testRegex: ofDocuments }] };
