import { atom } from 'jotai';
import { DEVICE_GATEWAY_HEADER } from '@device-console/shared-lib/contract';
import type { ApiClientOptions } from '@device-console/shared-lib/api';

/** What the API said last of the way to the phones: a gateway's name where it has to be known, else null. */
export const deviceGatewayAtom = atom<string | null>(null);

/** Fetches, and tells what each reply says of the gateway. An existing back end says nothing. */
export function tellingGateway(
  fetch: ApiClientOptions['fetch'],
  tell: (gateway: string | null) => void,
): ApiClientOptions['fetch'] {
  return async (url, init) => {
    const response = await fetch(url, init);
    tell(response.headers.get(DEVICE_GATEWAY_HEADER));
    return response;
  };
}
