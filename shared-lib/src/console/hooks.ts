import { useAtomValue, useStore } from 'jotai';
import { useCallback, useMemo } from 'react';
import { isOffered, mayAccess, type Command } from '../contract/index.ts';
import type { ActionRow } from '../remote/index.ts';
import type { Session } from '../session/index.ts';
import { endSessionAtom, sessionAtom, type SessionEnd } from '../session/host.ts';
import { addressOf, useAddresses, withImei } from './addresses.ts';
import { type OfferedDevicePanel, type OfferedHomePanel, type OfferedPart, useConsole } from './console-context.ts';

/** The operator's session. Throws if nobody is logged in: guarded screens always have one (S10). */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom);
  if (!session) throw new Error('useSession() was called outside of the guarded screens.');
  return session;
}

/** An action on a device's row. */
export interface DeviceActionLink {
  readonly id: string;
  readonly title: string;
  /** The address of its screen with this IMEI filled in. */
  readonly hrefFor: (imei: string) => string;
  readonly suits: (row: Readonly<Record<string, unknown>>) => boolean;
}

function useAllowed<Offer extends OfferedPart>(offers: readonly Offer[]): readonly Offer[] {
  const session = useSession();
  return useMemo(
    () => offers.filter((offer) => mayAccess(session, offer)).toSorted((left, right) => left.order - right.order),
    [offers, session],
  );
}

/** The actions that this operator may take on a device here, in order (N5). */
export function useDeviceActions(on: ActionRow = 'device'): readonly DeviceActionLink[] {
  const allowed = useAllowed(useConsole().deviceActions);
  const { audience } = useAddresses();
  return useMemo(
    () =>
      allowed
        .filter(({ rows = ['device'], audiences }) => rows.includes(on) && audiences.includes(audience))
        .map(({ id, title, path, when = {} }) => ({
          id,
          title,
          hrefFor: (imei) => withImei(addressOf(audience, path), imei),
          suits: (row) => Object.entries(when).every(([field, values]) => values.some((value) => value === row[field])),
        })),
    [allowed, audience, on],
  );
}

/** This operator's panels on a device's page, in order (N5). */
export const useDevicePanels = (): readonly OfferedDevicePanel[] => useAllowed(useConsole().devicePanels);

/** This operator's panels on Home, in order (N5). */
export const useHomePanels = (): readonly OfferedHomePanel[] => useAllowed(useConsole().homePanels);

/** False for commands that the server's gateway to the phones does not have. */
export function useIsOffered(): (command: Command) => boolean {
  const { offer } = useConsole();
  return useCallback((command) => isOffered(offer, command), [offer]);
}

/** Ends the session that a screen's call was made with (S8, D7). A late answer does not end a later session. */
export function useEndSession(): (session: Session, reason: SessionEnd) => void {
  const store = useStore();
  return useCallback(
    (session, reason) => {
      if (store.get(sessionAtom)?.token === session.token) store.set(endSessionAtom, reason);
    },
    [store],
  );
}
