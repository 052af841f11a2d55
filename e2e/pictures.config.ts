// The pictures of the documents, taken by `npm run screenshots`; no part of the gate.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({
  ...tests,
  testDir: './pictures',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  timeout: 600_000,
});
