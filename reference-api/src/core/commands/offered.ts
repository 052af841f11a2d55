import { isOffered } from '@device-console/shared-lib/contract';
import type { CallContext } from '../calls/context.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { ALL_DEVICES } from '../store/commands.ts';
import type { BeforeSend } from './before-send.ts';
import type { Order } from './orders.ts';

/** Throws BusinessError for what the gateway has no command for. */
function requireOffered({ platform }: CallContext, { command }: Order, imei = ''): void {
  const { offer } = platform.commands.gateway;
  if (!offer) return;
  if (!isOffered(offer, command))
    throw new BusinessError(`${offer.gateway} has no command for ${command.title}. Nothing was sent.`);
  if (imei === ALL_DEVICES) throw new BusinessError(`${offer.gateway} sends nothing to ALL devices. Nothing was sent.`);
}

/** Before anything is kept or sent: what the gateway does not have would only wait to fail. */
export const offered: BeforeSend = {
  async list(context, order) {
    requireOffered(context, order);
  },
  async claim(context, order) {
    requireOffered(context, order);
  },
  async items(context, { order }) {
    requireOffered(context, order);
  },
  single(context, order, _call, { imei }) {
    requireOffered(context, order, imei);
    return undefined;
  },
};
