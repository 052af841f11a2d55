import type { AppOptions } from '../app/app.ts';
import { standardOf } from '../core/configuration/named-numbers.ts';
import { budgetTable } from '../modules/budgets/index.ts';
import { createMetrics } from '../modules/metrics/metrics.ts';
import { createIdTokens, IdentityFailure, type IdentityProvider } from '../modules/single-sign-on/openid-provider.ts';
import { factorOptions } from './test-factors.ts';

const away = () => Promise.reject(new IdentityFailure('The provider is away.', 'a test', false));
const provider: IdentityProvider = {
  name: 'Example Account',
  issuer: 'https://login.example',
  begin: away,
  finish: away,
  logoutAddress: () => Promise.resolve(undefined),
};

/** The options that turn on each module that is off by default. The others have only calls, or are always on. */
export const modulesOn: Readonly<Record<string, () => Partial<AppOptions>>> = {
  approvals: () => ({ approvals: { policy: { ALL: 1, release: 1, any: 1000 }, hours: 24 } }),
  budgets: () => ({ budgets: standardOf(budgetTable) }),
  'second-factors': () => ({
    ...factorOptions,
    factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'offered' },
    stepUpRows: 100,
  }),
  'single-sign-on': () => ({
    singleSignOn: {
      provider,
      isOnlyWay: false,
      endsSession: true,
      secondFactors: ['mfa'],
      idTokens: createIdTokens('a secret of the tests'),
    },
  }),
  'team-services': () => ({ teamServices: () => new Map() }),
  telemetry: () => ({ webhooks: [{ url: 'https://hooks.example', secret: 'a secret of the tests' }] }),
  metrics: () => ({ metrics: createMetrics() }),
  demo: () => ({ demo: true }),
};

export const everyModuleOn = (): Partial<AppOptions> =>
  Object.assign({}, ...Object.values(modulesOn).map((options) => options()));
