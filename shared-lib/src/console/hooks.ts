import { useAtomValue } from 'jotai';
import { mayAccess } from '../contract/index.ts';
import { sessionAtom, type Session } from '../session/index.ts';
import { useAddresses, withImei } from './addresses.ts';
import { useConsole } from './console-context.ts';

/** The session of the operator. Throws where no one is logged in: guarded screens always have one (S10). */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom);
  if (!session) throw new Error('useSession() was called outside of the guarded screens.');
  return session;
}

/** An action to show on a device's row. */
export interface DeviceActionLink {
  readonly id: string;
  readonly title: string;
  /** The address that opens it with this IMEI filled in. */
  readonly hrefFor: (imei: string) => string;
}

/** The actions that this operator may take on a device here, in their order (N5). */
export function useDeviceActions(): readonly DeviceActionLink[] {
  const { deviceActions } = useConsole();
  const session = useSession();
  const { audience, to } = useAddresses();
  return deviceActions
    .filter((action) => action.audiences.includes(audience) && mayAccess(session, action))
    .toSorted((left, right) => left.order - right.order)
    .map(({ id, title, path }) => ({ id, title, hrefFor: (imei) => withImei(to(path), imei) }));
}
