import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { commandById, type CommandId } from '../contract/index.ts';
import { useNavigate } from '../router/index.ts';
import { useAddresses } from './addresses.ts';
import { useSession } from './hooks.ts';

/** What a screen passes to a command's batch card: a file, as if chosen there, or a request to resume. */
type HandedOver = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'resume' };

/**
 * What was passed on this page and not yet taken; the last one per operator and command. It outlives a login, but what
 * one operator passes on, no other gets.
 */
const handoversAtom = atom<ReadonlyMap<string, HandedOver>>(new Map());

/** Ways from any screen to a command's batch card. */
export interface BatchHandover {
  /** Passes a CSV file to the command's screen and opens it. Its batch card reads the file once; nothing is sent. */
  readonly handOver: (command: CommandId, file: File) => void;
  /** Opens the command's screen, whose batch card resumes the unfinished batch, or asks first if it must. */
  readonly resume: (command: CommandId) => void;
}

/** Passes files and unfinished batches to commands' batch cards, for this operator. */
export function useBatchHandover(): BatchHandover {
  const { email } = useSession();
  const setHandovers = useSetAtom(handoversAtom);
  const { to } = useAddresses();
  const navigate = useNavigate();
  const offer = (command: CommandId, handedOver: HandedOver): void => {
    setHandovers((handovers) => new Map(handovers).set(`${command} ${email}`, handedOver));
    void navigate(to(commandById(command).screen));
  };
  return {
    handOver: (command, file) => offer(command, { kind: 'file', file }),
    resume: (command) => offer(command, { kind: 'resume' }),
  };
}

const takeAtom = atom(null, (get, set, receiver: string): HandedOver | null => {
  const left = new Map(get(handoversAtom));
  const taken = left.get(receiver) ?? null;
  if (left.delete(receiver)) set(handoversAtom, left);
  return taken;
});

/** What waits for a command's batch card. */
export interface WaitingHandover {
  readonly waiting: HandedOver | null;
  /** The first caller gets it, later ones get null. */
  readonly take: () => HandedOver | null;
}

/** What another screen has passed to this operator's batch card of a command. */
export function useWaitingHandover(command: CommandId): WaitingHandover {
  const receiver = `${command} ${useSession().email}`;
  const waiting = useAtomValue(handoversAtom).get(receiver) ?? null;
  const takeOf = useSetAtom(takeAtom);
  const take = useCallback(() => takeOf(receiver), [takeOf, receiver]);
  return { waiting, take };
}
