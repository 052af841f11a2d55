import { checkContract, type Provided, type RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { UsableRegistry, WithdrawnCanary } from '@device-console/shared-lib/trust';
import type { OverrideState } from '../override/override.ts';
import { chooseRelease, type DeployedReleases, type Operator } from '../releases/decide.ts';
import type { RemoteRecord } from '../remotes/remote-log.ts';

export interface Requirement {
  readonly key: string;
  readonly required: string;
  /** Null if the console has nothing of that name. */
  readonly provided: string | null;
  /** Null if it is met. */
  readonly whoMustUpgrade: 'console' | 'remote' | null;
}

export interface CanaryView {
  readonly version: string;
  readonly share: number;
  readonly roles: readonly string[];
  readonly forThisOperator: 'used' | 'not-meant' | 'failed-here' | 'not-yet-used';
}

export interface RemoteView {
  readonly record: RemoteRecord;
  readonly requirements: readonly Requirement[];
  /** The registry's live version, if another is in use. */
  readonly liveVersion: string | null;
  readonly canary: CanaryView | null;
  /** ISO 8601; null: never, or in no registry. */
  readonly expiresAt: string | null;
  readonly withdrawn: WithdrawnCanary | null;
  /** Milliseconds since the epoch; null without an override. */
  readonly overriddenUntil: number | null;
}

interface PlatformFacts {
  readonly records: readonly RemoteRecord[];
  readonly registry: UsableRegistry | null;
  readonly deployed: DeployedReleases;
  readonly provided: Provided;
  readonly operator: Operator;
  readonly override: OverrideState;
}

export function remoteViews({
  records,
  registry,
  deployed,
  provided,
  operator,
  override,
}: PlatformFacts): readonly RemoteView[] {
  return records.map((record) => {
    const entry = registry?.entries.find(({ id }) => id === record.id);
    const release = deployed.releases.find(({ id }) => id === record.id);
    const mismatches = release ? checkContract(release.declaration, provided) : [];
    const requirements = Object.entries(record.requires).map(([key, required]): Requirement => ({
      key,
      required,
      provided: (key === 'API' ? provided.apiVersion : provided.versions[key]) ?? null,
      whoMustUpgrade: mismatches.find((mismatch) => mismatch.key === key)?.whoMustUpgrade ?? null,
    }));
    const liveVersion = entry && entry.baseUrl !== record.baseUrl ? entry.declaration.version : null;
    const overriddenUntil =
      record.source === 'development' && override.status !== 'off' ? override.override.until : null;
    const withdrawn = registry?.withdrawn.find(({ id }) => id === record.id) ?? null;
    const canary = entry ? canaryView(entry, record, deployed, operator) : null;
    const expiresAt = entry?.expiresAt ?? null;
    return { record, requirements, liveVersion, overriddenUntil, withdrawn, canary, expiresAt };
  });
}

export function misfits({ requirements }: RemoteView): readonly Requirement[] {
  return requirements.filter(({ whoMustUpgrade }) => whoMustUpgrade !== null);
}

function canaryView(
  entry: RegistryEntry,
  record: RemoteRecord,
  { fallbacks }: DeployedReleases,
  operator: Operator,
): CanaryView | null {
  if (!entry.canary) return null;
  const { declaration, share, roles, baseUrl } = entry.canary;
  return { version: declaration.version, share, roles, forThisOperator: standing() };

  function standing(): CanaryView['forThisOperator'] {
    if (chooseRelease(entry, operator, false).source !== 'canary') return 'not-meant';
    if (record.source === 'canary' && record.baseUrl === baseUrl) return 'used';
    const hasFailed = fallbacks.some((one) => one.id === entry.id && one.because === 'failed' && one.wasCanary);
    return hasFailed ? 'failed-here' : 'not-yet-used';
  }
}
