import { useCallback, useRef, useState } from 'react';
import type { ApiClient, ApiError } from '../api/index.ts';
import {
  failureNotice,
  RepeatableSender,
  tellSent,
  useConsole,
  useNoteSent,
  type FailureNotice,
  type NoteSent,
  type SentOutcome,
} from '../console/index.ts';
import { calls, WAITS_FOR_APPROVAL, type BodyOf, type Command, type CommandVariant } from '../contract/index.ts';
import { t } from '../i18n/own.ts';
import { targetName } from './target-name.ts';

/** The state of a single command. */
export type SingleState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly imei: string }
  /** The server took it; its reply did not say how it went (D1b). */
  | { readonly status: 'accepted'; readonly imei: string }
  /** The server refused it, or holds it until a second person has decided (C12); nothing was sent (C7). */
  | { readonly status: 'refused'; readonly failure: FailureNotice; readonly waits: boolean }
  /** The outcome is unknown, or nothing was sent (D12). */
  | { readonly status: 'unconfirmed'; readonly maybeSent: boolean; readonly failure: FailureNotice };

/** Fields of a command beyond IMEI and action, such as the reason for all devices (D6). */
export type CommandFields = Omit<BodyOf<typeof calls.lockNotification>, 'imei' | 'action'> &
  Pick<BodyOf<typeof calls.adminLockNotification>, 'reason'>;

/** The result of one sending. */
export interface SingleEnd {
  readonly imei: string;
  readonly state: SingleState;
}

/** Result of {@link useSingleCommand}. */
export interface SingleCommand {
  readonly state: SingleState;
  /** The target of `state`: an IMEI, or ALL; '' before the first sending. */
  readonly about: string;
  /** Newest first. */
  readonly ended: readonly SingleEnd[];
  /** Targets still to be sent, in order. */
  readonly waiting: readonly string[];
  /** Sends after what is being sent; does nothing while the very same is on its way. */
  readonly send: (imei: string, fields?: CommandFields) => Promise<void>;
  /** Another target is being chosen: hides the last outcome, unless something is on its way. */
  readonly edit: () => void;
}

/**
 * Sends one command to one device. Sending it again after an unknown outcome reuses its transactionId, so that the
 * server does it only once (D2). `given` remembers what is open beyond the form; default: the form's own sender.
 */
export function useSingleCommand(command: Command, variant: CommandVariant, given?: RepeatableSender): SingleCommand {
  const { api } = useConsole();
  const note = useNoteSent();
  const [now, setNow] = useState<SingleEnd>({ imei: '', state: { status: 'editing' } });
  const [ended, setEnded] = useState<readonly SingleEnd[]>([]);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const own = useRef(new RepeatableSender());
  const onTheirWay = useRef(new Map<string, Promise<void>>());
  const send = useCallback(
    (imei: string, fields: CommandFields = {}): Promise<void> => {
      const content = JSON.stringify([imei, variant.action, fields]);
      const same = onTheirWay.current.get(content);
      if (same) return same;
      const run = async (): Promise<void> => {
        setNow({ imei, state: { status: 'sending' } });
        try {
          const sender = given ?? own.current;
          const state = await sendSingleCommand({ api, sender, note, command, variant, imei, fields });
          setNow({ imei, state });
          setEnded((before) => [{ imei, state }, ...before]);
        } finally {
          onTheirWay.current.delete(content);
        }
      };
      const runWaiting = (): Promise<void> => {
        setWaiting(([, ...later]) => later);
        return run();
      };
      const last = [...onTheirWay.current.values()].at(-1);
      if (last) setWaiting((before) => [...before, imei]);
      const sending = last ? last.then(runWaiting, runWaiting) : run();
      onTheirWay.current.set(content, sending);
      return sending;
    },
    [api, note, command, variant, given],
  );
  const edit = useCallback(() => {
    if (onTheirWay.current.size === 0) setNow({ imei: '', state: { status: 'editing' } });
  }, []);
  return { state: now.state, about: now.imei, ended, waiting, send, edit };
}

/** One sending of a command to one device. */
export interface SingleSending {
  readonly api: ApiClient;
  readonly sender: RepeatableSender;
  readonly note: NoteSent;
  readonly command: Command;
  readonly variant: CommandVariant;
  readonly imei: string;
  readonly fields?: CommandFields | undefined;
}

/** Sends it once, and returns the result (C6, C7, D2, D12). Whatever shows the device refreshes. */
export async function sendSingleCommand(sending: SingleSending): Promise<SingleState> {
  const { api, sender, note, command, variant, imei, fields } = sending;
  const body = { imei, action: variant.action, ...fields };
  const noteOutcome = noteCommand(note, command, imei);
  const result = await sender.send({ key: imei, content: body }, (transactionId) =>
    sendCommand(api, command, body, transactionId),
  );
  if (result.kind !== 'failed' || result.error.outcome === 'unknown') tellSent(imei);
  const state: SingleState =
    result.kind === 'failed' ? stateOfFailure(result.error) : { status: result.answer ? 'done' : 'accepted', imei };
  noteOutcome(state);
  return state;
}

/** Notes that a command is sent to a device, or to all; the result notes its outcome (D12). */
export function noteCommand(note: NoteSent, command: Command, imei: string): (state: SingleState) => void {
  const noteOutcome = note(t.known(command.title), targetName(imei));
  return (state) => noteOutcome(outcomeOf(state));
}

function outcomeOf(state: SingleState): SentOutcome {
  switch (state.status) {
    case 'done':
      return 'taken';
    case 'accepted':
      return 'unstated';
    case 'refused':
      return state.waits ? 'waits' : 'refused';
    case 'unconfirmed':
      return state.maybeSent ? 'unknown' : 'not-sent';
    default:
      return 'no-answer-yet';
  }
}

/** The state of a command that was not carried out, or may not have been (C7, D12). */
export function stateOfFailure(error: ApiError): SingleState {
  if (error.outcome === 'refused') {
    const waits = error.reason === WAITS_FOR_APPROVAL;
    return { status: 'refused', failure: failureNotice(error), waits };
  }
  return { status: 'unconfirmed', maybeSent: error.outcome === 'unknown', failure: failureNotice(error) };
}

type CommandBody = CommandFields & { readonly imei: string; readonly action: string };

/** True if the answer says how it went. */
async function sendCommand(
  api: ApiClient,
  command: Command,
  body: CommandBody,
  transactionId: string,
): Promise<boolean> {
  if (command.send === 'adminLockNotification')
    return (await api.call(calls.adminLockNotification, body, { transactionId })).isStated;
  if (command.send === 'formattedDevice') {
    await api.call(calls.formattedDevice, { imei: body.imei, action: 'formatteddevice' }, { transactionId });
  } else await api.call(calls.lockNotification, body, { transactionId });
  return true;
}
