import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Command, CommandId, CommandVariant } from '../contract/index.ts';
import { isOpen, useSends, useSendLog, type Sent } from '../data/react/index.ts';
import { isOfForms } from './command-log.ts';
import { contentOfCommand, type CommandFields } from './send-command.ts';
import { stateOfSent, type SingleState } from './single-state.ts';
import { useSendCommand } from './use-send-command.ts';

/** Result of {@link useSingleCommand}. */
export interface SingleCommand {
  readonly state: SingleState;
  /** The target of `state`: an IMEI, or ALL; '' before the first sending. */
  readonly about: string;
  /** What was sent before this screen was opened, and of which it has not been shown how it ended (D2e). */
  readonly earlier: readonly Sent[];
  /** Sends after what is being sent; the very same that is under way is not sent again. */
  readonly send: (imei: string, fields?: CommandFields) => Promise<void>;
  /** What `send` would repeat, as its outcome is unknown (D2, D2b); null: it would send a new command. */
  readonly repeats: (imei: string, fields?: CommandFields) => Sent | null;
  /** Another target is being chosen: hides the last outcome, unless something is on its way. */
  readonly edit: () => void;
}

/** An attempt, before or after its end. What is learnt of its device later shows no outcome again. */
const stepOf = ({ id, at, phase }: Sent): string => `${id} ${at} ${phase}`;

/** The queue of a command's form: its sendings go one after the other. */
export const queueOf = (command: CommandId): string => `form ${command}`;

/**
 * Sends one command to one device at a time, each target once. What is sent stands above the screens: see
 * {@link useSends}.
 */
export function useSingleCommand(command: Command, variant: CommandVariant): SingleCommand {
  const sends = useSends();
  const sendFrom = useSendCommand('form');
  const all = useSendLog();
  // The attempts that had ended when the screen was opened.
  const [endedBefore] = useState(
    () => new Map(sends.getSnapshot().flatMap(({ id, at, phase }) => (phase === 'ended' ? [[id, at]] : []))),
  );
  const [hidden, hide] = useState<string | null>(null);
  const { id } = command;
  useEffect(() => sends.show(id), [sends, id]);

  const begun = useMemo(() => all.filter((sent) => isOfForms(sent, id) && sent.phase !== 'waiting'), [all, id]);
  const isEarlier = ({ id: sent, at, phase, isNews }: Sent): boolean =>
    phase === 'ended' && (isNews || endedBefore.get(sent) === at);
  const now = begun.find((sent) => sent.about?.source === 'form' && !isEarlier(sent)) ?? null;
  const shown = now && stepOf(now) === hidden && now.phase !== 'sending' ? null : now;

  const send = useCallback(
    async (imei: string, fields?: CommandFields): Promise<void> => {
      await sendFrom({ command, variant, imei, fields }, { queue: queueOf(id) });
    },
    [sendFrom, command, variant, id],
  );
  const repeats = useCallback(
    (imei: string, fields?: CommandFields) => sends.repeatable(contentOfCommand({ command, variant, imei, fields })),
    [sends, command, variant],
  );
  const earlier = begun.filter((sent) => isEarlier(sent) && (isOpen(sent) || sent.isNews));
  return {
    state: shown ? stateOfSent(shown) : { status: 'editing' },
    about: shown?.about?.target ?? '',
    earlier,
    send,
    repeats,
    edit: () => hide(now && stepOf(now)),
  };
}
