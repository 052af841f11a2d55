import { type ComponentType, createContext, useContext } from 'react';
import type { ApiClient } from '../api/index.ts';
import type { BatchManager } from '../batch/index.ts';
import type { Access, Audience, CommandOffer, ConsoleConfig } from '../contract/index.ts';
import type { DeclaredAction } from '../remote/host.ts';
import type { DevicePanelProps } from '../remote/index.ts';

/** A remote's offer, with the access that its declaration asks for. */
export interface OfferedPart extends Access {
  /** `<remote>/<contribution>`: unique among those of its kind in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
}

/** An action on a device that a remote declares, with the access of the screen that it opens. */
export interface OfferedDeviceAction extends OfferedPart, Pick<DeclaredAction, 'rows' | 'when'> {
  /** Address of its screen below the audience's prefix. */
  readonly path: string;
  readonly audiences: readonly Audience[];
}

/** What the host provides to every screen. */
export interface ConsoleServices {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  /** What the server's gateway has commands for; absent: for all. {@link useIsOffered} decides by it. */
  readonly offer?: CommandOffer | undefined;
  /** Of all remotes; {@link useDeviceActions} returns this operator's. */
  readonly deviceActions: readonly OfferedDeviceAction[];
  /** Of all remotes; `useDevicePanels()` returns this operator's. */
  readonly devicePanels: readonly OfferedDevicePanel[];
  /** Of all remotes; `useHomePanels()` returns this operator's. */
  readonly homePanels: readonly OfferedHomePanel[];
  /** The page's batch manager, above the router (D16); its code is loaded on first use. */
  readonly loadBatches: () => Promise<BatchManager>;
}

/** Provided by the host, and by tests. */
export const ConsoleContext = createContext<ConsoleServices | null>(null);

/** The services of the console. Throws outside a console. */
export function useConsole(): ConsoleServices {
  const services = useContext(ConsoleContext);
  if (!services)
    throw new Error(
      'useConsole() needs the console around it: render the screen in the shell, or in renderScreen() of ' +
        'shared-lib/testing.',
    );
  return services;
}

interface OfferedPanel<Given extends object> extends OfferedPart {
  /** Its content, a loading state, or its failure with Retry. Never throws; one component per build. */
  readonly Panel: ComponentType<Given>;
}

/** A panel that a remote offers for a device's page. */
export type OfferedDevicePanel = OfferedPanel<DevicePanelProps>;

/** A panel that a remote offers for Home. */
export type OfferedHomePanel = OfferedPanel<object>;
