import type * as v from 'valibot';
import type { CliCommand } from './cli/cli-parts.ts';
import type { BeforeSend } from './commands/before-send.ts';
import type { AnonymousCalls, TokenCalls } from './calls/call.ts';
import type { Platform } from './calls/context.ts';
import type { HousekeepingStep } from './housekeeping.ts';
import type { TableSet } from './store/migrations/migration-list.ts';

/** What a module adds besides its parts of the platform. The core knows no module: `app` combines them. */
export interface ApiModule {
  readonly name: string;
  readonly calls?: Partial<TokenCalls>;
  readonly anonymousCalls?: Partial<AnonymousCalls>;
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
