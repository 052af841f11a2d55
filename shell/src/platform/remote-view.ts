import {
  requirementsOf,
  type Provided,
  type RegistryEntry,
  type Requirement,
} from '@device-console/shared-lib/remote/host';
import { inWords, type UsableRegistry, type WithdrawnCanary } from '@device-console/shared-lib/trust';
import { chooseRelease, type DeployedReleases, type Operator } from '../releases/decide.ts';
import type { RemoteRecord } from '../remotes/remote-log.ts';
import { t } from '../t.ts';

export interface RemoteView {
  readonly record: RemoteRecord;
  /** In the registry, if it has a usable one. */
  readonly entry: RegistryEntry | undefined;
  readonly requirements: readonly Requirement[];
  /** Version, audience, and whether this operator has it. */
  readonly canary: string;
  readonly withdrawn: WithdrawnCanary | undefined;
}

interface PlatformFacts {
  readonly records: readonly RemoteRecord[];
  readonly registry: UsableRegistry | null;
  readonly deployed: DeployedReleases;
  readonly provided: Provided;
  readonly operator: Operator;
}

export function remoteViews({ records, registry, provided, ...facts }: PlatformFacts): readonly RemoteView[] {
  return records.map((record): RemoteView => {
    const { id, release } = record;
    const entry = registry?.entries.find((one) => one.id === id);
    return {
      record,
      entry,
      requirements: release ? requirementsOf(release.declaration, provided) : [],
      canary: entry ? canaryText(entry, record, facts) : t('None'),
      withdrawn: registry?.withdrawn.find((one) => one.id === id),
    };
  });
}

export function misfits({ requirements }: RemoteView): readonly Requirement[] {
  return requirements.filter(({ whoMustUpgrade }) => whoMustUpgrade !== null);
}

type CanaryFacts = Pick<PlatformFacts, 'deployed' | 'operator'>;

function canaryText(entry: RegistryEntry, record: RemoteRecord, facts: CanaryFacts): string {
  if (!entry.canary) return t('None');
  const { declaration, share, roles } = entry.canary;
  const meant = [
    ...(share > 0 ? [t('{share} % of operators', { share: Number((share * 100).toFixed(2)) })] : []),
    ...roles.map((role) => t('every {role}', { role })),
  ];
  const status = canaryStatus(entry, record, facts);
  const { version } = declaration;
  return meant.length === 0
    ? t('{version} for nobody; {status}', { version, status })
    : t('{version} for {whom}; {status}', { version, whom: inWords(meant), status });
}

function canaryStatus(entry: RegistryEntry, { release }: RemoteRecord, { deployed, operator }: CanaryFacts): string {
  if (chooseRelease(entry, operator, false).source !== 'canary') return t('you do not get it');
  if (release?.source === 'canary' && release.baseUrl === entry.canary?.baseUrl) return t('you have it');
  const hasFailed = deployed.fallbacks.some((one) => one.id === entry.id && one.because === 'failed' && one.wasCanary);
  return hasFailed
    ? t('you would get it, but it failed in this browser')
    : t('you get it, but it is not in use on this page yet');
}
