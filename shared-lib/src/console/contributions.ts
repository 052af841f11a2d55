import { useMemo } from 'react';
import { mayAccess } from '../contract/index.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';
import type { OfferedDevicePanel, OfferedHomePanel, OfferedPart } from './offered-contributions.ts';

/** A panel to show on the page of a device. */
export type DevicePanelEntry = Pick<OfferedDevicePanel, 'id' | 'title' | 'Panel'>;

/** A panel to show on Home. */
export type HomePanelEntry = Pick<OfferedHomePanel, 'id' | 'title' | 'Panel'>;

function useAllowed<Offer extends OfferedPart>(offers: readonly Offer[]): readonly Offer[] {
  const session = useSession();
  return useMemo(
    () => offers.filter((offer) => mayAccess(session, offer)).toSorted((left, right) => left.order - right.order),
    [offers, session],
  );
}

/** This operator's panels on a device's page, in order (N5). */
export function useDevicePanels(): readonly DevicePanelEntry[] {
  return useAllowed(useConsole().devicePanels);
}

/** This operator's panels on Home, in order (N5). */
export function useHomePanels(): readonly HomePanelEntry[] {
  return useAllowed(useConsole().homePanels);
}
