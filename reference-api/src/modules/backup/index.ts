import type { ApiModule } from '../../core/module.ts';
import { backupCommands, backupUsage } from './backup-commands.ts';

/** Backs up and restores the database and folders. */
export const backup = {
  name: 'backup',
  commandLine: { usage: backupUsage, commands: backupCommands },
} as const satisfies ApiModule;
