import type * as v from 'valibot';
import type { CliCommand } from './cli/cli-parts.ts';
import type { BeforeSend } from './commands/before-send.ts';
import type { AnonymousServices, Platform, Services, ToldLater } from './calls/context.ts';
import type { HousekeepingStep } from './housekeeping.ts';
import type { TableSet } from './store/columns.ts';

/** What a module adds besides its parts of the platform. The core knows no module: `app` combines them. */
export interface ApiModule {
  readonly name: string;
  readonly services?: Partial<Services>;
  readonly anonymousServices?: Partial<AnonymousServices>;
  readonly toldLater?: ToldLater;
  readonly variables?: v.ObjectEntries;
  /** Its tables, which are there whether it is on or off. */
  readonly schema?: TableSet;
  /** What it deletes or closes every hour, by name. */
  readonly housekeeping?: Readonly<Record<string, HousekeepingStep>>;
  /** Deletes the data of an account that is closed for good. */
  readonly accountClosed?: Platform['accountClosed'][number];
  /** Checked before a command is sent. */
  readonly beforeSend?: BeforeSend;
  /** Of the CLI, by name. */
  readonly commandLine?: Readonly<Record<string, CliCommand>>;
}
