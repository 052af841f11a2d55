import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Command, CommandVariant } from '../contract/index.ts';
import { isOpen, useSends, useSendLog, type Sent } from '../data/react/index.ts';
import { contentOfCommand, type CommandFields } from './send-command.ts';
import { stateOfSent, type SingleState } from './single-state.ts';
import { useSendCommand } from './use-send-command.ts';

/** The result of one sending. */
export interface SingleEnd {
  readonly id: string;
  readonly imei: string;
  readonly state: SingleState;
}

/** Result of {@link useSingleCommand}. */
export interface SingleCommand {
  readonly state: SingleState;
  /** The target of `state`: an IMEI, or ALL; '' before the first sending. */
  readonly about: string;
  /** This operator's sendings of the command that have ended, without `earlier`; newest first. */
  readonly ended: readonly SingleEnd[];
  /** Targets still to be sent, in order. */
  readonly waiting: readonly string[];
  /** What was sent before this screen was opened, and of which it has not been shown how it ended (D2e). */
  readonly earlier: readonly Sent[];
  /** Sends after what is being sent; the very same that is under way is not sent again. */
  readonly send: (imei: string, fields?: CommandFields) => Promise<void>;
  /** What `send` would repeat, as its outcome is unknown (D2, D2b); null: it would send a new command. */
  readonly repeats: (imei: string, fields?: CommandFields) => Sent | null;
  /** Another target is being chosen: hides the last outcome, unless something is on its way. */
  readonly edit: () => void;
}

const fromForms: ReadonlySet<string> = new Set(['form', 'search']);

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
  const [hidden, hide] = useState<Sent | null>(null);
  const { id } = command;
  useEffect(() => sends.show(id), [sends, id]);

  const ofCommand = useMemo(
    () => all.filter(({ about }) => about?.command === id && fromForms.has(about.source)),
    [all, id],
  );
  const waiting = ofCommand.filter(({ phase }) => phase === 'waiting').toReversed();
  const begun = ofCommand.filter(({ phase }) => phase !== 'waiting');
  const isEarlier = ({ id: sent, at, phase, isNews }: Sent): boolean =>
    phase === 'ended' && (isNews || endedBefore.get(sent) === at);
  const now = begun.find((sent) => sent.about?.source === 'form' && !isEarlier(sent)) ?? null;
  const shown = now === hidden && now?.phase !== 'sending' ? null : now;

  const send = useCallback(
    async (imei: string, fields?: CommandFields): Promise<void> => {
      await sendFrom({ command, variant, imei, fields }, { queue: `form ${id}` });
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
    ended: begun
      .filter((sent) => sent.phase === 'ended' && !earlier.includes(sent))
      .map((sent) => ({ id: sent.id, imei: sent.about?.target ?? '', state: stateOfSent(sent) })),
    waiting: waiting.map(({ about }) => about?.target ?? ''),
    earlier,
    send,
    repeats,
    edit: () => hide(now),
  };
}
