import type * as v from 'valibot';
import type { CliCommand } from '../cli/cli-parts.ts';

/**
 * What a module brings beside its own tables and its parts of the platform. The core knows no module: `app` puts them
 * together.
 */
export interface ApiModule {
  readonly name: string;
  /** The variables that set it. */
  readonly variables?: v.ObjectEntries;
  /** Its commands at the command line, and how they are called. */
  readonly commandLine?: {
    readonly usage: readonly string[];
    readonly commands: Readonly<Record<string, CliCommand>>;
  };
}
