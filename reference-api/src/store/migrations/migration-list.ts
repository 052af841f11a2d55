import type { Kysely, Migration } from 'kysely';
import type { Schema, StoreDialect } from '../schema.ts';
import { createInitialTables } from './0001-initial.ts';
import { seedPermissions } from './0002-permissions.ts';
import { batchRunIndexes } from './0003-batch-runs.ts';
import { replacedByReportIndexes, reportIndexes } from './0004-report-indexes.ts';
import { indexOperatorAudit } from './0005-operator-audit.ts';
import { createTelemetry } from './0006-telemetry.ts';
import { homeOverviewIndexes } from './0007-home-overview.ts';
import { createBatches } from './0008-batches.ts';
import { commandIdentityIndexes, identifyCommands } from './0009-command-identity.ts';
import { retentionIndexes } from './0010-retention.ts';
import { batchUploadIndexes } from './0011-batch-uploads.ts';
import { commandListIndexes } from './0012-command-lists.ts';
import { describeSessionsAndKeys } from './0013-sessions-and-keys.ts';
import { createAuditChain } from './0015-audit-chain.ts';
import { createSecondFactors } from './0017-second-factors.ts';
import { createCommandBudgets } from './0019-command-budgets.ts';
import { createApprovals } from './0020-approvals.ts';
import { createSingleSignOn } from './0021-single-sign-on.ts';
import { accountActionIndexes, describeContainedAccounts } from './0022-contained-accounts.ts';
import { describeFirstPasswords } from './0023-first-password.ts';
import { buildIndexes, type IndexList } from './indexes.ts';

/** One step of the schema. */
export interface StoreMigration {
  readonly name: string;
  /**
   * `schema`: in one transaction. `indexes`: on a PostgreSQL that is in use outside of one, so that writers go on; it
   * may be run again after it was broken off.
   */
  readonly kind: 'schema' | 'indexes';
  /**
   * The oldest version whose servers may go on after this step. By default that before it: a step adds what the next
   * version's server needs and takes nothing away that the version before uses.
   */
  readonly worksSince?: string;
  readonly up: Migration['up'];
}

/** The steps of a database, in their order; a name is never changed. */
export type MigrationList = (dialect: StoreDialect) => readonly StoreMigration[];

/** Every step of this version. */
export const migrationList: MigrationList = (dialect) => {
  const schema = (name: string, up: Migration['up']): StoreMigration => ({ name, kind: 'schema', up });
  const indexes = (name: string, list: IndexList, replaced: readonly string[] = []): StoreMigration => ({
    name,
    kind: 'indexes',
    up: (db: Kysely<unknown>) => buildIndexes(db, dialect, list, replaced),
  });
  return [
    schema('0001-initial', (db: Kysely<unknown>) => createInitialTables(db, dialect)),
    schema('0002-permissions', (db: Kysely<Schema>) => seedPermissions(db)),
    indexes('0003-batch-runs', batchRunIndexes),
    indexes('0004-report-indexes', reportIndexes, replacedByReportIndexes),
    {
      name: '0005-operator-audit',
      kind: 'indexes',
      up: (db: Kysely<unknown>) => indexOperatorAudit(db, dialect),
    },
    schema('0006-telemetry', (db: Kysely<unknown>) => createTelemetry(db, dialect)),
    indexes('0007-home-overview', homeOverviewIndexes),
    schema('0008-batches', (db: Kysely<unknown>) => createBatches(db, dialect)),
    schema('0009-command-identity', (db: Kysely<Schema>) => identifyCommands(db)),
    indexes('0009-command-indexes', commandIdentityIndexes),
    indexes('0010-retention', retentionIndexes),
    indexes('0011-batch-uploads', batchUploadIndexes),
    indexes('0012-command-lists', commandListIndexes),
    schema('0013-sessions-and-keys', (db: Kysely<unknown>) => describeSessionsAndKeys(db)),
    indexes('0014-key-indexes', { api_keys_account_id: 'api_keys (account_id)' }),
    schema('0015-audit-chain', (db: Kysely<unknown>) => createAuditChain(db, dialect)),
    schema('0017-second-factors', (db: Kysely<unknown>) => createSecondFactors(db, dialect)),
    schema('0019-command-budgets', (db: Kysely<unknown>) => createCommandBudgets(db)),
    schema('0020-approvals', (db: Kysely<unknown>) => createApprovals(db, dialect)),
    schema('0021-single-sign-on', (db: Kysely<unknown>) => createSingleSignOn(db, dialect)),
    schema('0022-contained-accounts', (db: Kysely<unknown>) => describeContainedAccounts(db)),
    indexes('0022-contained-indexes', accountActionIndexes),
    schema('0023-first-password', (db: Kysely<unknown>) => describeFirstPasswords(db)),
    indexes('0024-approval-indexes', { approvals_account_id: 'approvals (account_id, id)' }),
  ];
};
