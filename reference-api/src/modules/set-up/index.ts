import type { ApiModule } from '../../core/module.ts';
import { setUpCommands, setUpUsage } from './set-up-commands.ts';

/** The administrator's commands: accounts, devices, permissions, the servers' role. */
export const setUp = {
  name: 'set-up',
  commandLine: { usage: setUpUsage, commands: setUpCommands },
} as const satisfies ApiModule;
