import { commandStates, type CommandState } from './calls/operations-rows.ts';

/** Words of existing back ends. */
const synonyms: ReadonlyMap<string, CommandState> = new Map([
  ['success', 'acknowledged'],
  ['pending', 'queued'],
  ['error', 'failed'],
]);

/** Returns the state that a server's word names, however it is capitalised; undefined for a word that names none. */
export function commandStateOf(word: string): CommandState | undefined {
  const plain = word.toLowerCase();
  return commandStates.find((state) => state === plain) ?? synonyms.get(plain);
}

/** Is a command of this state still on its way, by the server's word for it? */
export function isOnItsWay(word: string): boolean {
  const state = commandStateOf(word);
  return state === 'queued' || state === 'sent';
}
