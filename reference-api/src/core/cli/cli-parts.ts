import { recordAction } from '../audit/audit.ts';
import type { Database, Store, StoreLocation } from '../store/store.ts';
import { isoTime, type Clock } from '../time/clock.ts';

/** What the CLI's commands need. */
export interface CliParts {
  /** Opens the database, up to date; called once, by the commands that need it. */
  openStore(): Promise<Store>;
  /** Where the database is that {@link openStore} opens. */
  readonly location: StoreLocation;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly emailDomains: readonly string[];
  /** Who runs it, according to the operating system; for the audit. */
  readonly operator: string;
  readPassword(): Promise<string>;
}

/** A command of the CLI; returns what to print. */
export type CliCommand = (args: readonly string[], parts: CliParts) => Promise<readonly string[]>;

/** Opens the database for as long as something works on it. */
export async function withStore<Result>(parts: CliParts, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await parts.openStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Audits what somebody did at the command line. */
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
    outcome: 'success',
    message,
    transactionId: '',
    address: '',
  });
}
