import type { Kysely, Migration } from 'kysely';
import type { Tables } from '../columns.ts';
import type { StoreDialect } from '../dialect.ts';
import { type FirstStep, takeFirstStep } from './first-step.ts';

export interface StoreMigration {
  readonly name: string;
  /**
   * `schema`: in one transaction. `indexes`: on a used PostgreSQL outside of one, so that writers continue; may be run
   * again after an interruption.
   */
  readonly kind: 'schema' | 'indexes';
  /**
   * The oldest version whose servers still work after this step. Default: the one before: a step adds what the next
   * version needs and removes nothing that the one before uses.
   */
  readonly worksSince?: string;
  readonly up: Migration['up'];
}

/** The steps in order; a name never changes. */
export type MigrationList = (dialect: StoreDialect) => readonly StoreMigration[];

/** Tables of the core or of a module: what they are now, and the steps that made them so. */
export interface TableSet {
  readonly tables: Tables;
  /** Tables to which rows are only added, each with the column that numbers them. */
  readonly appendOnly?: Readonly<Record<string, string>>;
  /** Absent: all its tables came later. */
  readonly firstStep?: FirstStep;
  /** Later steps; each name begins with a number of its own. */
  readonly steps?: MigrationList;
}

/** The first step, and the later ones of core and modules by their names. */
export const migrationsOf =
  (sets: readonly TableSet[]): MigrationList =>
  (dialect) => {
    const first: StoreMigration = {
      name: '0001-initial',
      kind: 'schema',
      up: (db: Kysely<unknown>) =>
        takeFirstStep(
          db,
          dialect,
          sets.flatMap(({ firstStep }) => firstStep ?? []),
        ),
    };
    const later = sets.flatMap(({ steps }) => steps?.(dialect) ?? []);
    return [first, ...later.toSorted((one, other) => (one.name < other.name ? -1 : 1))];
  };
