import type { CommandOffer } from '@device-console/shared-lib/contract';
import type { GatewayCommand, GatewayOutcome } from '../../core/gateway/device-gateway.ts';
import type { KnoxDevice, KnoxSettings } from './knox-api.ts';

/** A state of a device without case, blanks and the like: the documents write it in several ways. */
const stateOf = ({ status }: KnoxDevice) => status.toLowerCase().replace(/[^a-z|]/g, '');

const active = ['active', 'enrolled', 'reminderon', 'startingreminder', 'stoppingreminder', 'blinked', 'blinking'];

type Contact = Pick<KnoxSettings, 'contact' | 'lockMessage'>;

export interface KnoxCommand {
  readonly path: string;
  /** Besides the device. */
  body?(payload: GatewayCommand['payload'], contact: Contact): object;
  /** States of a device that has done it, and of one that is about to. Absent: no state says so. */
  readonly states?: { readonly done: readonly string[]; readonly under: readonly string[] };
}

const contactOf = ({ contact }: Contact) => (contact.includes('@') ? { email: contact } : { tel: contact });

/** By the action on the wire. */
const commands: Readonly<Record<string, KnoxCommand>> = {
  lock: {
    path: 'devices/lock',
    body: (_payload, given) => ({ ...contactOf(given), message: given.lockMessage }),
    states: { done: ['locked'], under: ['locking'] },
  },
  unlock: { path: 'devices/unlock', states: { done: active, under: ['unlocking'] } },
  notify: {
    path: 'devices/sendMessage',
    body: ({ header = '', message = '' }, given) => ({
      ...contactOf(given),
      message: [header, message].filter((text) => text !== '').join('\n'),
    }),
  },
  release: { path: 'devices/complete', states: { done: ['complete', 'completed'], under: ['completing'] } },
};

export const knoxOffer: CommandOffer = { gateway: 'Knox Guard', actions: Object.keys(commands) };

/** Undefined if Knox Guard has no command for it. */
export const knoxCommandOf = (action: string): KnoxCommand | undefined =>
  Object.hasOwn(commands, action) ? commands[action] : undefined;

/** Undefined: the state says neither that the command was carried out, nor that it will be. */
export function outcomeByState(command: KnoxCommand, device: KnoxDevice): GatewayOutcome | undefined {
  const state = stateOf(device);
  if (command.states?.done.includes(state)) return { status: 'acknowledged' };
  if (command.states?.under.includes(state)) return { status: 'accepted' };
  return undefined;
}

export const isNamed = ({ deviceUid, imei, imei2 }: KnoxDevice, wanted: string): boolean =>
  [deviceUid, imei, imei2].includes(wanted);
