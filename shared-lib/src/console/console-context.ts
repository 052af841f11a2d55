import { createContext, useContext } from 'react';
import type { ApiClient } from '../api/index.ts';
import type { BatchManager } from '../batch/index.ts';
import type { Access, Audience, ConsoleConfig } from '../contract/index.ts';
import type { DeclaredAction } from '../remote/host.ts';
import type { BatchHandovers } from './batch-handovers.ts';
import type { OfferedDevicePanel, OfferedHomePanel } from './offered-contributions.ts';

/** An action on a device, as a remote's declaration offers it, together with the access of the screen that it opens. */
export interface OfferedDeviceAction extends Access, Pick<DeclaredAction, 'rows' | 'when'> {
  /** `<remote>/<action>`: unique in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Address of its screen below the audience's prefix. */
  readonly path: string;
  readonly audiences: readonly Audience[];
}

/** What the host gives to every screen. */
export interface ConsoleServices {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  /** Every action that a deployed remote offers on a device; {@link useDeviceActions} gives those for this operator. */
  readonly deviceActions: readonly OfferedDeviceAction[];
  /** Every panel that remotes offer for a device's page; `useDevicePanels()` gives this operator's. */
  readonly devicePanels: readonly OfferedDevicePanel[];
  /** Every panel that a deployed remote offers for Home; `useHomePanels()` gives those for this operator. */
  readonly homePanels: readonly OfferedHomePanel[];
  /** The one batch manager of this page, above the router (D16); its code comes on first use. */
  readonly loadBatches: () => Promise<BatchManager>;
  /** What screens hand to the batch cards of commands: `useBatchHandover()` and `useWaitingHandover()` use it. */
  readonly batchHandovers: BatchHandovers;
}

/** Provided once by the host, and by tests. */
export const ConsoleContext = createContext<ConsoleServices | null>(null);

/** The services of the console. Throws outside of a console, which is a mistake of the caller. */
export function useConsole(): ConsoleServices {
  const services = useContext(ConsoleContext);
  if (!services)
    throw new Error(
      'useConsole() needs the console around it: render the screen in the shell, or in renderScreen() of ' +
        'shared-lib/testing.',
    );
  return services;
}
