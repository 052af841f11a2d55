import type { ApiModule } from '../core/module.ts';
import { core } from '../core/core-calls.ts';
import type { Database } from '../core/store/store.ts';
import { approvals } from '../modules/approvals/index.ts';
import { auditChain } from '../modules/audit-chain/index.ts';
import { backup } from '../modules/backup/index.ts';
import { runsOfBatches } from '../modules/batch-runs/index.ts';
import { budgets } from '../modules/budgets/index.ts';
import { changes } from '../modules/changes/index.ts';
import { containment } from '../modules/containment/index.ts';
import { demo } from '../modules/demo/index.ts';
import { deviceList } from '../modules/device-list/index.ts';
import { knoxGuard } from '../modules/knox-guard/index.ts';
import { metrics } from '../modules/metrics/index.ts';
import { operations } from '../modules/operations/index.ts';
import { operatorAudit } from '../modules/operator-audit/index.ts';
import { overview } from '../modules/overview/index.ts';
import { people } from '../modules/people/index.ts';
import { previews } from '../modules/previews/index.ts';
import { providerCallbacks } from '../modules/provider-callbacks/index.ts';
import { retention } from '../modules/retention/index.ts';
import { secondFactors } from '../modules/second-factors/index.ts';
import { setUp } from '../modules/set-up/index.ts';
import { singleSignOn } from '../modules/single-sign-on/index.ts';
import { teamServices } from '../modules/team-services/index.ts';
import { uploadQuotas } from '../modules/upload-quotas/index.ts';
import { telemetry } from '../modules/telemetry/index.ts';

/** The modules of the API, its core first. Their checks before a command is sent are made in this order. */
export const modules = [
  core,
  setUp,
  providerCallbacks,
  retention,
  uploadQuotas,
  demo,
  singleSignOn,
  secondFactors,
  approvals,
  budgets,
  teamServices,
  telemetry,
  previews,
  runsOfBatches,
  changes,
  containment,
  deviceList,
  knoxGuard,
  operations,
  operatorAudit,
  overview,
  people,
  auditChain,
  backup,
  metrics,
] as const satisfies readonly ApiModule[];

type PartOf<Name extends keyof ApiModule> = Extract<(typeof modules)[number], Record<Name, unknown>>[Name];
type Joined<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Joins a part that modules give by name. */
export function joined<
  Name extends 'calls' | 'anonymousCalls' | 'variables' | 'hardened' | 'housekeeping' | 'commandLine',
>(name: Name): Joined<PartOf<Name>> {
  return Object.assign({}, ...modules.map((module: ApiModule) => module[name]));
}

const all: readonly ApiModule[] = modules;

/** The gateways of modules, by what GATEWAY may name. */
export const gateways = new Map(all.flatMap(({ gateway }) => (gateway ? [[gateway.name, gateway]] : [])));

/** Where `import-devices --from` may take devices from, by name. */
export const deviceSources = new Map(
  all.flatMap(({ deviceSource }) => (deviceSource ? [[deviceSource.name, deviceSource]] : [])),
);

/** A new epoch of the database, after a restore. */
export async function beginEpoch(tx: Database, former: readonly string[]): Promise<void> {
  for (const { epochBegun } of all) await epochBegun?.(tx, former);
}
