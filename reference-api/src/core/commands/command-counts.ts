import { commandStates, type CommandState } from '@device-console/shared-lib/contract';

/** How many commands are how far, with a count for every state. */
export type CommandCounts = Readonly<Record<CommandState, number>>;

/** The counts of every state, 0 where there is none. */
export function countsOfStates(counts: Readonly<Partial<Record<CommandState, number>>>): CommandCounts {
  return Object.fromEntries(commandStates.map((state) => [state, counts[state] ?? 0])) as CommandCounts;
}
