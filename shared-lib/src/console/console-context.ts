import { createContext, useContext } from 'react';
import type { ApiClient } from '../api/index.ts';
import type { BatchManager } from '../batch/index.ts';
import type { Access, Audience, ConsoleConfig } from '../contract/index.ts';
import type { DeclaredAction } from '../remote/host.ts';
import type { BatchHandovers } from './batch-handovers.ts';
import type { OfferedDevicePanel, OfferedHomePanel } from './offered-contributions.ts';

/** An action on a device, as a remote declares it, with the access of the screen that it opens. */
export interface OfferedDeviceAction extends Access, Pick<DeclaredAction, 'rows' | 'when'> {
  /** `<remote>/<action>`: unique in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Address of its screen below the audience's prefix. */
  readonly path: string;
  readonly audiences: readonly Audience[];
}

/** What the host provides to every screen. */
export interface ConsoleServices {
  readonly config: ConsoleConfig;
  readonly api: ApiClient;
  /** Every action that deployed remotes offer on a device; {@link useDeviceActions} returns this operator's. */
  readonly deviceActions: readonly OfferedDeviceAction[];
  /** Every panel that remotes offer for a device's page; `useDevicePanels()` returns this operator's. */
  readonly devicePanels: readonly OfferedDevicePanel[];
  /** Every panel that remotes offer for Home; `useHomePanels()` returns this operator's. */
  readonly homePanels: readonly OfferedHomePanel[];
  /** This page's batch manager, above the router (D16); its code is loaded on first use. */
  readonly loadBatches: () => Promise<BatchManager>;
  /** What screens pass to commands' batch cards, through `useBatchHandover()` and `useWaitingHandover()`. */
  readonly batchHandovers: BatchHandovers;
}

/** Provided by the host, and by tests. */
export const ConsoleContext = createContext<ConsoleServices | null>(null);

/** The services of the console. Throws outside of a console, which is a bug of the caller. */
export function useConsole(): ConsoleServices {
  const services = useContext(ConsoleContext);
  if (!services)
    throw new Error(
      'useConsole() needs the console around it: render the screen in the shell, or in renderScreen() of ' +
        'shared-lib/testing.',
    );
  return services;
}
