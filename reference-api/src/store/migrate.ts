import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { createInitialTables } from './migrations/0001-initial.ts';
import { seedPermissions } from './migrations/0002-permissions.ts';
import { indexBatchRuns } from './migrations/0003-batch-runs.ts';
import { indexReports } from './migrations/0004-report-indexes.ts';
import { indexOperatorAudit } from './migrations/0005-operator-audit.ts';
import { createTelemetry } from './migrations/0006-telemetry.ts';
import { indexHomeOverview } from './migrations/0007-home-overview.ts';
import { createBatches } from './migrations/0008-batches.ts';
import { retentionIndexes } from './migrations/0010-retention.ts';
import type { Schema, StoreDialect } from './schema.ts';

async function buildIndexes(db: Kysely<unknown>, list: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, on] of Object.entries(list))
    await sql`create index if not exists ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
}

function migrationsFor(dialect: StoreDialect): Record<string, Migration> {
  return {
    '0001-initial': { up: (db: Kysely<unknown>) => createInitialTables(db, dialect) },
    '0002-permissions': { up: (db: Kysely<Schema>) => seedPermissions(db) },
    '0003-batch-runs': { up: (db: Kysely<unknown>) => indexBatchRuns(db) },
    '0004-report-indexes': { up: (db: Kysely<unknown>) => indexReports(db) },
    '0005-operator-audit': { up: (db: Kysely<unknown>) => indexOperatorAudit(db, dialect) },
    '0006-telemetry': { up: (db: Kysely<unknown>) => createTelemetry(db, dialect) },
    '0007-home-overview': { up: (db: Kysely<unknown>) => indexHomeOverview(db) },
    '0008-batches': { up: (db: Kysely<unknown>) => createBatches(db, dialect) },
    '0010-retention': { up: (db: Kysely<unknown>) => buildIndexes(db, retentionIndexes) },
  };
}

/** The numbered steps that this version knows. */
export const migrationNames = Object.keys(migrationsFor('sqlite'));

/**
 * Brings the schema to this version, each numbered step once; returns the names of the steps taken. Throws the first
 * failure.
 */
export async function migrateToLatest(db: Kysely<Schema>, dialect: StoreDialect): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrationsFor(dialect)) } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error) {
    throw new Error(
      `Migration ${failed?.migrationName ?? 'set-up'} failed; the database is as it was before that step.`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}
