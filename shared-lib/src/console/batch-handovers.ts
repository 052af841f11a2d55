import type { CommandId } from '../contract/index.ts';
import { createSubject } from './subject.ts';

/** What a screen passes to a command's batch card: a file, as if chosen there, or a request to resume. */
export type HandedOver = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'resume' };

interface Receiver {
  readonly operator: string;
  readonly command: CommandId;
}

/** What was passed on this page and not yet taken; the last one per operator and command. */
export interface BatchHandovers {
  readonly offer: (receiver: Receiver, handedOver: HandedOver) => void;
  /** Null: nothing. */
  readonly waiting: (receiver: Receiver) => HandedOver | null;
  /** Null: nothing, or already taken. */
  readonly take: (receiver: Receiver) => HandedOver | null;
  readonly subscribe: (listener: () => void) => () => void;
}

const nameOf = ({ operator, command }: Receiver): string => `${command} ${operator}`;

/** Makes the page's handovers; the host keeps them above the router. */
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
