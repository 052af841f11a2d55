import { atom } from 'jotai';
import { DEVICE_GATEWAY_HEADER } from '@device-console/shared-lib/contract';
import type { ApiClientOptions } from '@device-console/shared-lib/api';

/** The gateway of the last reply, if the operator must know of it; else null. */
export const deviceGatewayAtom = atom<string | null>(null);

/** Fetches, and reports the gateway of each reply. An existing back end names none. */
export function watchingGateway(
  fetch: ApiClientOptions['fetch'],
  onGateway: (gateway: string | null) => void,
): ApiClientOptions['fetch'] {
  return async (url, init) => {
    const response = await fetch(url, init);
    onGateway(response.headers.get(DEVICE_GATEWAY_HEADER));
    return response;
  };
}
