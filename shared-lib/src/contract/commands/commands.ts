import type { CommandDefinition, CommandVariant } from './command-definition.ts';
import { commands } from './command-table.ts';

export type CommandId = keyof typeof commands;

/** A row of the command table with its key. */
export interface Command extends CommandDefinition {
  readonly id: CommandId;
}

/** The command table as a list, in order. */
export const commandList: readonly Command[] = Object.entries(commands).map(([id, row]) => ({
  ...row,
  id: id as CommandId,
}));

/** The row of a command; throws on an unknown id. */
export function commandById(id: string): Command {
  const command = commandList.find((row) => row.id === id);
  if (!command) throw new Error(`There is no command "${id}" in the command table.`);
  return command;
}

/** The command and variant of an `action` on the wire; undefined for an unknown action. */
export function commandByAction(action: string): { command: Command; variant: CommandVariant } | undefined {
  for (const command of commandList) {
    const variant = command.variants.find((row) => row.action === action);
    if (variant) return { command, variant };
  }
  return undefined;
}

/** The command whose batches report under this `statusOf` (B16). */
export function commandByStatusOf(statusOf: string): Command | undefined {
  return commandList.find((row) => row.batch?.statusOf === statusOf);
}

/** The permissions of the commands that have batches: any of them opens the list of batches (N5, D17). */
export const batchPermissions: readonly string[] = commandList.flatMap(({ batch, permission }) =>
  batch && permission !== undefined ? [permission] : [],
);

const displayNames: Readonly<Record<string, string>> = {
  LOCKWALLPAPER: 'SET WALLPAPER',
  UNLOCKWALLPAPER: 'REMOVE WALLPAPER',
  SETALARM: 'ACTIVATE ALARM',
  UNSETALARM: 'DEACTIVATE ALARM',
  GREYAPP: 'DISABLE APP',
  UNGREYAPP: 'RESTORE APP',
};

/** The name of a command in reports; unknown names unchanged (R8). */
export const commandDisplayName = (reportedAs: string): string => displayNames[reportedAs] ?? reportedAs;
