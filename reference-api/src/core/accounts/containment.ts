import type { ContainmentAnswer } from '@device-console/shared-lib/contract';
import type { CallContext } from '../calls/context.ts';
import type { Database } from '../store/store.ts';

type CountName = {
  [Name in keyof ContainmentAnswer]: ContainmentAnswer[Name] extends number | null ? Name : never;
}[keyof ContainmentAnswer];

/** How many of each were taken from an account. */
export type Taken = Readonly<Record<CountName, number>>;

/** A call by which contained accounts changed something, how often, and the first changes. */
export type ReportedChange = ContainmentAnswer['changes'][number];

/** What a module does when an account is contained (S32 to S36). */
export interface WhenContained {
  /** Takes what it gave an account since a time, or all for ''. In the transaction that contains it. */
  take?(context: CallContext, accountId: number, since: string): Promise<Partial<Taken>>;
  /** What accounts did since a time, if the audit alone does not say it. */
  changesOf?(db: Database, accountIds: readonly number[], since: string): Promise<readonly ReportedChange[]>;
  /** A sentence on what is still withheld from an account that is let in again; undefined: nothing. */
  stillWithheld?(context: CallContext, accountId: number): Promise<string | undefined>;
}

declare module '../calls/context.ts' {
  interface Platform {
    /** In order. */
    readonly whenContained: readonly WhenContained[];
  }
}

/** For reported changes: those that are not empty, parted by spaces. */
export const words = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');
