import { useCallback, useSyncExternalStore } from 'react';
import { commandById, type CommandId } from '../contract/index.ts';
import { useNavigate } from '../router/index.ts';
import { useAddresses } from './addresses.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';
import { createSubject } from './subject.ts';

/**
 * What one screen hands to the batch card of a command: a CSV file, as if it had been chosen there, or the wish to go
 * on with what is unfinished there.
 */
export type HandedOver = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'resume' };

/** Whose batch card of which command something is handed to. */
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

/** Ways from any screen to the batch card of a command. */
export interface BatchHandover {
  /** Hands a CSV file over and opens the command's screen, whose batch card reads it once; nothing is sent by that. */
  readonly handOver: (command: CommandId, file: File) => void;
  /**
   * Opens the command's screen, whose batch card goes on with the unfinished batch, if nothing has to be asked first.
   */
  readonly resume: (command: CommandId) => void;
}

/** Hands files and unfinished batches to the batch cards of commands, under this operator's name. */
export function useBatchHandover(): BatchHandover {
  const { batchHandovers } = useConsole();
  const { email: operator } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const offer = (command: CommandId, handedOver: HandedOver): void => {
    batchHandovers.offer({ operator, command }, handedOver);
    void navigate(to(commandById(command).screen));
  };
  return {
    handOver: (command, file) => offer(command, { kind: 'file', file }),
    resume: (command) => offer(command, { kind: 'resume' }),
  };
}

/** What waits for the batch card of a command, for that card. */
export interface WaitingHandover {
  readonly waiting: HandedOver | null;
  /** Takes it: the first caller gets it, later ones null. */
  readonly take: () => HandedOver | null;
}

/** What another screen has handed to this operator's batch card of a command. */
export function useWaitingHandover(command: CommandId): WaitingHandover {
  const { batchHandovers } = useConsole();
  const { email: operator } = useSession();
  const waiting = useSyncExternalStore(batchHandovers.subscribe, () => batchHandovers.waiting({ operator, command }));
  const take = useCallback(() => batchHandovers.take({ operator, command }), [batchHandovers, operator, command]);
  return { waiting, take };
}
