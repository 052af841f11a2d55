import type { ComponentType } from 'react';
import type { Access } from '../contract/index.ts';
import type { DevicePanelProps } from '../remote/index.ts';

/** What is offered by a remote, with the access that its declaration asks for. */
export interface OfferedPart extends Access {
  /** `<remote>/<contribution>`: unique among those of its kind in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
}

/** A panel of a page, as a remote's declaration offers it. */
interface OfferedPanel<Given extends object> extends OfferedPart {
  /** The panel in its place: its code, a wait, or what failed and Retry. It never throws; one component a build. */
  readonly Panel: ComponentType<Given>;
}

/** A panel of the page of a device, as a remote's declaration offers it. */
export type OfferedDevicePanel = OfferedPanel<DevicePanelProps>;

/** A panel of Home, as a remote's declaration offers it. */
export type OfferedHomePanel = OfferedPanel<object>;
