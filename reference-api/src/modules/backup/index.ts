import type { ApiModule } from '../../core/module.ts';
import { backupCommands, backupUsage } from './backup-commands.ts';

/** Backups of the database and of folders, and what brings them back. */
export const backup = {
  name: 'backup',
  commandLine: { usage: backupUsage, commands: backupCommands },
} as const satisfies ApiModule;
