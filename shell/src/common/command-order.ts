import type { Command } from '@device-console/shared-lib/contract';

/** It cannot be undone by another command. */
const isForGood = ({ destructive, inverse }: Command): boolean => destructive && inverse === undefined;

/** Lock and Unlock come first: the specification's menu does not list them. What cannot be undone comes last. */
function rankOf(command: Command): number {
  if (command.id === 'lock' || command.id === 'unlock') return -1;
  return (command.nav?.order ?? 500) + (isForGood(command) ? 1_000 : 0);
}

/** The order of commands on Home and in the search; between first and last, the order of the menu (N1). */
export const inOrder = (left: Command, right: Command): number => rankOf(left) - rankOf(right);
