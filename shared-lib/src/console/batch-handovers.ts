import type { CommandId } from '../contract/index.ts';
import { createSubject } from './subject.ts';

/** What a screen hands to a command's batch card: a file, as if chosen there, or the wish to resume. */
export type HandedOver = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'resume' };

interface Receiver {
  readonly operator: string;
  readonly command: CommandId;
}

/** What was handed over on this page and not taken yet; of each operator and command the last. */
export interface BatchHandovers {
  readonly offer: (receiver: Receiver, handedOver: HandedOver) => void;
  /** What waits, which stays; null: nothing. */
  readonly waiting: (receiver: Receiver) => HandedOver | null;
  /** What waited, which is gone from now on; null: nothing, or taken before. */
  readonly take: (receiver: Receiver) => HandedOver | null;
  readonly subscribe: (listener: () => void) => () => void;
}

const nameOf = ({ operator, command }: Receiver): string => `${command} ${operator}`;

/** Makes the page's handovers, with nothing in them; the host keeps them above the router. */
export function createBatchHandovers(): BatchHandovers {
  const { subscribe, getSnapshot, set } = createSubject<ReadonlyMap<string, HandedOver>>(new Map());
  const waiting = (receiver: Receiver): HandedOver | null => getSnapshot().get(nameOf(receiver)) ?? null;
  return {
    subscribe,
    waiting,
    offer: (receiver, handedOver) => set(new Map(getSnapshot()).set(nameOf(receiver), handedOver)),
    take: (receiver) => {
      const taken = waiting(receiver);
      if (taken) set(new Map([...getSnapshot()].filter(([name]) => name !== nameOf(receiver))));
      return taken;
    },
  };
}
