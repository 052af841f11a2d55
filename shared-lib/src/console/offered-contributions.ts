import type { ComponentType } from 'react';
import type { Access } from '../contract/index.ts';
import type { DevicePanelProps } from '../remote/index.ts';

/** A remote's offer, with the access that its declaration asks for. */
export interface OfferedPart extends Access {
  /** `<remote>/<contribution>`: unique among those of its kind in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
}

interface OfferedPanel<Given extends object> extends OfferedPart {
  /** Its content, a loading state, or its failure with Retry. Never throws; one component per build. */
  readonly Panel: ComponentType<Given>;
}

/** A panel that a remote offers for a device's page. */
export type OfferedDevicePanel = OfferedPanel<DevicePanelProps>;

/** A panel that a remote offers for Home. */
export type OfferedHomePanel = OfferedPanel<object>;
