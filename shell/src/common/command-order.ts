import type { Command } from '@device-console/shared-lib/contract';

/** It cannot be undone by another command. */
const isForGood = ({ destructive, inverse }: Command): boolean => destructive && inverse === undefined;

/** Lock and Unlock, which the menu of the specification does not list, come first; what cannot be undone comes last. */
function rankOf(command: Command): number {
  if (command.id === 'lock' || command.id === 'unlock') return -1;
  return (command.nav?.order ?? 500) + (isForGood(command) ? 1_000 : 0);
}

/** Commands as Home and the search list them; between the first and the last in the order of the menu (N1). */
export const inOrder = (left: Command, right: Command): number => rankOf(left) - rankOf(right);
