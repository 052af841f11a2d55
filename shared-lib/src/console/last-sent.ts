import { atom, useSetAtom } from 'jotai';
import { useCallback, useContext } from 'react';
import { sessionAtom } from '../session/host.ts';
import { RemoteContext } from './remote-storage.ts';

/** What came of a single command, as far as this page knows. */
export type SentOutcome = 'no-answer-yet' | 'taken' | 'unstated' | 'waits' | 'refused' | 'not-sent' | 'unknown';

/** A single command that was sent on this page. */
export interface LastSent {
  readonly command: string;
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: SentOutcome;
  /** The remote whose screen sent it; null for the console itself. */
  readonly remote: string | null;
  /** E-mail of the operator. */
  readonly by: string;
}

/**
 * The last single command of this page, or null. Kept above the screens, so that it can be said where a screen fails
 * (D12).
 */
export const lastSentAtom = atom<LastSent | null>(null);

const noteAtom = atom(null, (get, set, sent: Pick<LastSent, 'command' | 'target' | 'remote'>) => {
  const by = get(sessionAtom)?.email ?? '';
  let noted: LastSent = { ...sent, by, at: Date.now(), outcome: 'no-answer-yet' };
  set(lastSentAtom, noted);
  return (outcome: SentOutcome): void => {
    if (get(lastSentAtom) !== noted) return;
    noted = { ...noted, outcome };
    set(lastSentAtom, noted);
  };
});

/** Notes a command, in the operator's words. The result notes what came of it, unless another was sent since. */
export type NoteSent = (command: string, target: string) => (outcome: SentOutcome) => void;

/** For whatever sends single commands (D12). */
export function useNoteSent(): NoteSent {
  const note = useSetAtom(noteAtom);
  const remote = useContext(RemoteContext)?.id ?? null;
  return useCallback((command, target) => note({ command, target, remote }), [note, remote]);
}
