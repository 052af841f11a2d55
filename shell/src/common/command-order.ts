import type { Command } from '@device-console/shared-lib/contract';

/** No other command undoes it. */
const isForGood = ({ destructive, inverse }: Command): boolean => destructive === true && inverse === undefined;

/** Lock and Unlock first: the specification's menu does not list them. What cannot be undone last. */
function rankOf(command: Command): number {
  if (command.id === 'lock' || command.id === 'unlock') return -1;
  return (command.nav?.order ?? 500) + (isForGood(command) ? 1_000 : 0);
}

/** Orders commands on Home and in the search; between first and last, the menu's order (N1). */
export const inOrder = (left: Command, right: Command): number => rankOf(left) - rankOf(right);
