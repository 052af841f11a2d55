import type { ApiClient } from '../api/index.ts';
import { type AnswerOf, calls, type BodyOf, type Command, type CommandVariant } from '../contract/index.ts';
import type { SendingContent, SendResult, Sends, SentCommand } from '../data/react/index.ts';

/** Fields of a command beyond IMEI and action, such as the reason for all devices (D6). */
export type CommandFields = Omit<BodyOf<typeof calls.lockNotification>, 'imei' | 'action'> &
  Pick<BodyOf<typeof calls.adminLockNotification>, 'reason'>;

/** A command to one device, or to all. */
export interface CommandSending {
  readonly command: Command;
  readonly variant: CommandVariant;
  readonly imei: string;
  readonly fields?: CommandFields | undefined;
}

/** From where a command is sent. */
export interface CommandOrigin extends Pick<SentCommand, 'source' | 'remote'> {
  /** Its sendings go one after the other. Default: at once. */
  readonly queue?: string;
  /** An authorisation failure does not end the session. */
  readonly keepsSession?: boolean;
}

/** Whether the answer says how it went, and of a command to ALL, to how many devices it went; null if it does not. */
export type CommandAnswer = Pick<AnswerOf<typeof calls.adminLockNotification>, 'isStated' | 'devices'>;

type CommandBody = CommandFields & { readonly imei: string; readonly action: string };

const bodyOf = ({ variant, imei, fields }: CommandSending): CommandBody => ({
  imei,
  action: variant.action,
  ...fields,
});

/**
 * What {@link sendCommand} sends. The key is the device: after any other command to it, one whose outcome is unknown
 * can no longer be repeated, but is a new one.
 */
export const contentOfCommand = (sending: CommandSending): SendingContent => ({
  key: `device ${sending.imei}`,
  content: [sending.command.send, bodyOf(sending)],
});

/** Sends it once, or repeats one whose outcome is unknown; what came of it stands in `Sends` (C6, C7, D2, D12). */
export function sendCommand(
  sends: Sends,
  api: ApiClient,
  sending: CommandSending,
  { source, remote, queue, keepsSession }: CommandOrigin,
): Promise<SendResult<CommandAnswer>> {
  const { command, variant, imei } = sending;
  return sends.send(
    {
      ...contentOfCommand(sending),
      about: { command: command.id, action: variant.action, target: imei, source, remote },
      ...(queue !== undefined && { queue }),
      outcomeOf: ({ isStated }) => (isStated ? 'taken' : 'unstated'),
      devicesOf: ({ devices }) => devices,
    },
    (transactionId) => call(api, command, bodyOf(sending), { transactionId, keepsSession }),
  );
}

async function call(
  api: ApiClient,
  command: Command,
  body: CommandBody,
  options: { readonly transactionId: string; readonly keepsSession: boolean | undefined },
): Promise<CommandAnswer> {
  if (command.send === 'adminLockNotification') return api.call(calls.adminLockNotification, body, options);
  if (command.send === 'formattedDevice') {
    await api.call(calls.formattedDevice, { imei: body.imei, action: 'formatteddevice' }, options);
  } else await api.call(calls.lockNotification, body, options);
  return { isStated: true, devices: null };
}
