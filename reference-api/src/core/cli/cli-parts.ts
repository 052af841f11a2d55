import { recordAction } from '../audit/audit.ts';
import type { Database, Store, StoreLocation } from '../store/store.ts';
import { isoTime, type Clock } from '../time/clock.ts';

export interface CliParts {
  /** Opens the migrated database; called once, by commands that need it. */
  openStore(): Promise<Store>;
  /** Of the database of {@link openStore}. */
  readonly location: StoreLocation;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly emailDomains: readonly string[];
  /** The operating system's user, for the audit. */
  readonly operator: string;
  readPassword(): Promise<string>;
}

/** Returns what to print. */
export type CliCommand = (args: readonly string[], parts: CliParts) => Promise<readonly string[]>;

export async function withStore<Result>(parts: CliParts, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await parts.openStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export function auditCommand(
  db: Database,
  { clock, operator }: CliParts,
  call: string,
  body: object,
  message: string,
): Promise<void> {
  return recordAction(db, {
    at: isoTime(clock.now()),
    actor: { accountId: null, email: operator, via: 'cli' },
    call,
    body,
    message,
  });
}
