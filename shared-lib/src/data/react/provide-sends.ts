import type { createStore } from 'jotai';
import { sessionAtom, sessionEnvironmentAtom } from '../../session/host.ts';
import { keptInBrowser, type KeptSends } from './kept-sends.ts';
import { Sends } from './sends.ts';
import { sendsAtom } from './use-sends.ts';

interface ProvidedSends {
  readonly store: ReturnType<typeof createStore>;
  readonly onChange: (target: string) => void;
  /** Default: in the browser. */
  readonly kept?: KeptSends | undefined;
}

/** The page's {@link Sends}, made on the first call. They end with the session, and never pass to another operator. */
export function provideSends({ store, onChange, kept }: ProvidedSends): Sends {
  const known = store.get(sendsAtom);
  if (known) return known;
  const { codec } = store.get(sessionEnvironmentAtom);
  const session = (): string => {
    const present = store.get(sessionAtom);
    return present ? `${present.email} ${present.expiry}` : '';
  };
  const sends = new Sends({ store, onChange, kept: kept ?? keptInBrowser({ codec, session }) });
  let owner = store.get(sessionAtom);
  store.sub(sessionAtom, () => {
    const former = owner;
    owner = store.get(sessionAtom);
    if (!former || former.token === owner?.token) return;
    void (owner?.email === former.email ? sends.keepAgain() : sends.forget());
  });
  store.set(sendsAtom, sends);
  return sends;
}
