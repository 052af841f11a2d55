import { atom, useAtomValue } from 'jotai';
import type { Sends } from './sends.ts';
import { sentAtom, unsentScansAtom, type Sent, type UnsentScan } from './sent.ts';

/** Set by the host, and by tests. */
export const sendsAtom = atom<Sends | null>(null);

/**
 * Sends changes of this operator, above the router: while an outcome is unknown, the same content keeps its
 * transactionId, also after its screen was left or the page reloaded (D2, D2e). Throws outside a console.
 */
export function useSends(): Sends {
  const sends = useAtomValue(sendsAtom);
  if (!sends)
    throw new Error(
      'useSends() needs the console around it: render the screen in the shell, or in renderScreen() of ' +
        'shared-lib/testing.',
    );
  return sends;
}

/** What this page and this operator have sent, newest first. */
export const useSendLog = (): readonly Sent[] => useAtomValue(sentAtom);

/** What this operator scanned on this page without sending it, newest first. */
export const useUnsentScans = (): readonly UnsentScan[] => useAtomValue(unsentScansAtom);
