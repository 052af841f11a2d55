import type { ComponentType } from 'react';
import type { Access } from '../contract/index.ts';
import type { CellText, DevicePanelProps } from '../remote/index.ts';

/** What is offered by a remote, with the access that its declaration asks for. */
export interface OfferedPart extends Access {
  /** `<remote>/<contribution>`: unique among those of its kind in the console. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
}

/** A panel of the page of a device, as a remote's declaration offers it. */
export interface OfferedDevicePanel extends OfferedPart {
  /**
   * The panel in its place: its code, a wait, or what failed, whose it is and Retry. It never throws while it renders.
   * The same component for as long as the same build is in use.
   */
  readonly Panel: ComponentType<DevicePanelProps>;
}

/** A column of the tables of devices, as a remote's declaration offers it. */
export interface OfferedDeviceColumn extends OfferedPart {
  /**
   * Fetches the column's code. Never rejects: null where it could not be had, which the host has noted. The function
   * never throws: a cell that the remote's code fails for is '–'.
   */
  readonly load: () => Promise<CellText | null>;
}
