import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppOptions } from '../app/app.ts';
import { settingsWith } from './least-settings.ts';
import { newFolder } from './test-run.ts';

function fileOf(text: string): string {
  const path = join(newFolder(), 'file');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const hook = { url: 'https://hooks.example', secret: 'a secret of the tests' };

/** The variables that turn on each module that is off by default. The others have only calls, or are always on. */
export const modulesOn: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  approvals: () => ({ FOUR_EYES: 'ALL=1, release=1, any=1000' }),
  budgets: () => ({ COMMAND_BUDGETS: 'account-day=2000000' }),
  'second-factors': () => ({
    ...{ SECOND_FACTOR: 'offered', FACTOR_KEY: 'a-key-of-the-tests-that-is-long-enough', STEP_UP: 'on' },
    SESSIONS_PER_ACCOUNT: '100',
  }),
  'single-sign-on': () => ({
    ...{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a secret of the tests' },
    OIDC_SECOND_FACTOR: 'mfa',
  }),
  'team-services': () => ({ SERVICES_FILE: fileOf('{}') }),
  telemetry: () => ({ WEBHOOKS: JSON.stringify([hook]) }),
  metrics: () => ({ METRICS_PORT: '0' }),
  demo: () => ({ DEMO: '1' }),
};

export const withModules = (...names: readonly string[]): Partial<AppOptions> =>
  settingsWith(Object.assign({}, ...names.map((name) => modulesOn[name]?.())));

export const everyModuleOn = (): Partial<AppOptions> => withModules(...Object.keys(modulesOn));
