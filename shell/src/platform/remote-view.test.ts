import { nameOwnership } from '@device-console/shared-lib/trust';
import { chooseRelease, type Operator } from '../releases/decide.ts';
import type { Fallback } from '../releases/decide.ts';
import { recordOf } from '../remotes/remote-log.ts';
import { nothingDeployed } from '../remotes/remotes-holder.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { remoteViews } from './remote-view.ts';

const operator: Operator = { email: 'operator@example.com', userlevel: 'SUPERADMIN' };

const live = registryEntry('mf-reports', []);
const declaration = { ...live.declaration, version: '1.5.0' };
const shown = { version: '1.4.2', sequence: 1, publishedAt: '' };
const failed = { ...shown, version: '1.5.0' };
const fallback: Fallback = { because: 'failed', id: 'mf-reports', wasCanary: true, shown, failed };

it.each([
  [{ share: 0, roles: ['SUPERADMIN' as const] }, 'for every SUPERADMIN; you have it', []],
  [{ share: 0, roles: ['ADMIN' as const] }, 'for every ADMIN; you do not get it', []],
  [{ share: 0.125, roles: ['ADMIN' as const] }, 'for 12.5 % of operators and every ADMIN; you do not get it', []],
  [{ share: 1, roles: [] }, 'for 100 % of operators; you have it', []],
  [{ share: 1, roles: [] }, 'for 100 % of operators; you would get it, but it failed in this browser', [fallback]],
])('a canary for %j is %s', (canary, text, fallbacks) => {
  const entry = { ...live, canary: { baseUrl: 'http://canary.test/', publishedAt: '', declaration, ...canary } };
  const used = chooseRelease(entry, fallbacks.length > 0 ? null : operator, false);
  const rest = { refused: [], withdrawn: [], problems: [], notices: [], ownership: nameOwnership([], []) };
  const [view] = remoteViews({
    records: [recordOf(used)],
    registry: { entries: [entry], ...rest },
    deployed: { ...nothingDeployed, releases: [used], fallbacks },
    provided: { versions: {}, apiVersion: '1.0.0' },
    operator,
  });
  expect(view?.canary).toBe(`1.5.0 ${text}`);
});
