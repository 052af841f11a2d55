import { atom } from 'jotai';
import { DEVICE_GATEWAY_HEADER } from '@device-console/shared-lib/contract';
import type { ApiClientOptions } from '@device-console/shared-lib/api';

/** The gateway to the phones as the last reply named it, where the operator must know it; else null. */
export const deviceGatewayAtom = atom<string | null>(null);

/** Fetches, and passes on which gateway each reply names. An existing back end names none. */
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
