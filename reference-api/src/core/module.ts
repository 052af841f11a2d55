import type * as v from 'valibot';
import type { CliCommand } from './cli/cli-parts.ts';
import type { BeforeSend } from './commands/before-send.ts';
import type { AnonymousServices, Platform, Services, ToldLater } from './calls/context.ts';
import type { HousekeepingStep } from './housekeeping.ts';

/**
 * What a module brings beside its own tables and its parts of the platform. The core knows no module: `app` puts them
 * together.
 */
export interface ApiModule {
  readonly name: string;
  /** Its calls. */
  readonly services?: Partial<Services>;
  readonly anonymousServices?: Partial<AnonymousServices>;
  readonly toldLater?: ToldLater;
  /** Its variables. */
  readonly variables?: v.ObjectEntries;
  /** What it deletes or closes once an hour, by name. */
  readonly housekeeping?: Readonly<Record<string, HousekeepingStep>>;
  /** Deletes what belongs to an account that is closed for good. */
  readonly accountClosed?: Platform['accountClosed'][number];
  /** What it checks before a command is sent. */
  readonly beforeSend?: BeforeSend;
  /** Its commands for the command line, and their usage. */
  readonly commandLine?: {
    readonly usage: readonly string[];
    readonly commands: Readonly<Record<string, CliCommand>>;
  };
}
