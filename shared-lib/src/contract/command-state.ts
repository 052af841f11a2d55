import { commandStates, type CommandState } from './calls/operations-rows.ts';

/** Words of existing back ends. */
const synonyms: ReadonlyMap<string, CommandState> = new Map([
  ['success', 'acknowledged'],
  ['pending', 'queued'],
  ['error', 'failed'],
]);

/** The state that a server's word names, in any case; undefined if none. */
export function commandStateOf(word: string): CommandState | undefined {
  const plain = word.toLowerCase();
  return commandStates.find((state) => state === plain) ?? synonyms.get(plain);
}

/** True while a command of this state is on its way. */
export function isOnItsWay(word: string): boolean {
  const state = commandStateOf(word);
  return state === 'queued' || state === 'sent';
}
