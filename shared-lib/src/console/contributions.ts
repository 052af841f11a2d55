import { useEffect, useMemo, useState } from 'react';
import { mayAccess } from '../contract/index.ts';
import type { CellText } from '../remote/index.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';
import type { OfferedDeviceColumn, OfferedDevicePanel, OfferedPart } from './offered-contributions.ts';

/** A panel to show on the page of a device. */
export type DevicePanelEntry = Pick<OfferedDevicePanel, 'id' | 'title' | 'Panel'>;

/** A column to show in a table of devices. */
export interface DeviceColumnEntry {
  readonly id: string;
  /** The column's header. */
  readonly title: string;
  readonly cellText: CellText;
}

function useAllowed<Offer extends OfferedPart>(offers: readonly Offer[]): readonly Offer[] {
  const session = useSession();
  return useMemo(
    () => offers.filter((offer) => mayAccess(session, offer)).toSorted((left, right) => left.order - right.order),
    [offers, session],
  );
}

/** The panels that this operator gets on the page of a device, in their order (N5). */
export function useDevicePanels(): readonly DevicePanelEntry[] {
  return useAllowed(useConsole().devicePanels);
}

/**
 * The columns that remotes add to tables of devices for this operator, in their order (N5). One whose code is not there
 * yet, or could not be had, is not among them.
 */
export function useDeviceColumns(): readonly DeviceColumnEntry[] {
  const allowed = useAllowed(useConsole().deviceColumns);
  const [loaded, setLoaded] = useState<ReadonlyMap<OfferedDeviceColumn, CellText>>(new Map());
  useEffect(() => {
    let wanted = true;
    for (const offer of allowed) {
      void offer.load().then((cellText) => {
        if (wanted && cellText) setLoaded((before) => new Map(before).set(offer, cellText));
      });
    }
    return () => {
      wanted = false;
    };
  }, [allowed]);
  return useMemo(
    () =>
      allowed.flatMap((offer) => {
        const cellText = loaded.get(offer);
        return cellText ? [{ id: offer.id, title: offer.title, cellText }] : [];
      }),
    [allowed, loaded],
  );
}
