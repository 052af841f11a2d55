import { atom } from 'jotai';
import { type CommandOffer, DEVICE_COMMANDS_HEADER, DEVICE_GATEWAY_HEADER } from '@device-console/shared-lib/contract';
import type { ApiClientOptions } from '@device-console/shared-lib/api';

/** The gateway of the last reply, if the operator must know of it; else null. */
export const deviceGatewayAtom = atom<string | null>(null);

/** The actions that it has, separated by commas, if it has not all. */
const deviceCommandsAtom = atom<string | null>(null);

/** What the gateway has commands for; undefined: for all. */
export const commandOfferAtom = atom((get): CommandOffer | undefined => {
  const [gateway, actions] = [get(deviceGatewayAtom), get(deviceCommandsAtom)];
  return gateway === null || actions === null ? undefined : { gateway, actions: actions.split(',') };
});

/** What a reply says of the gateway. */
export interface GatewayFacts {
  readonly gateway: string | null;
  readonly commands: string | null;
}

export const noteGatewayAtom = atom(null, (_get, set, { gateway, commands }: GatewayFacts): void => {
  set(deviceGatewayAtom, gateway);
  set(deviceCommandsAtom, commands);
});

/** Fetches, and reports the gateway of each successful reply. An existing back end names none. */
export function watchingGateway(
  fetch: ApiClientOptions['fetch'],
  onGateway: (facts: GatewayFacts) => void,
): ApiClientOptions['fetch'] {
  return async (url, init) => {
    const response = await fetch(url, init);
    // A failure may be of something in front of the server, which knows of no gateway.
    if (response.ok)
      onGateway({
        gateway: response.headers.get(DEVICE_GATEWAY_HEADER),
        commands: response.headers.get(DEVICE_COMMANDS_HEADER),
      });
    return response;
  };
}
