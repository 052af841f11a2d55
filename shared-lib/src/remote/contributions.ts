import type { ComponentType } from 'react';
import type { Access, DeviceRow } from '../contract/index.ts';

/** An action that a remote offers on a device: it opens one of its screens with the IMEI filled in. */
export interface DeviceAction {
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Id of the screen of the same remote that it opens; the screen's access decides who sees the action. */
  readonly screen: string;
}

/** What every contribution with code of its own says. Its own access decides who gets it (N5). */
interface ContributedPart extends Access {
  /** Belongs to one remote alone (D25). */
  readonly id: string;
  readonly title: string;
  /** Smaller orders come first. */
  readonly order: number;
}

/** What a panel is given. */
export interface DevicePanelProps {
  /** IMEI of the device that the page is about. */
  readonly imei: string;
}

/** What a panel's module exports: the component, under this one name. */
export interface DevicePanelModule {
  readonly Panel: ComponentType<DevicePanelProps>;
}

/** A card that a remote adds to the page of a device. */
export interface DevicePanel extends ContributedPart {
  /**
   * Paths of calls beyond the specification without which it is of no use: a back end that lacks one has no such card
   * (D1a).
   */
  readonly needs?: readonly string[] | undefined;
  /** Written as `() => import('./path')`: the build reads the request to list the panel's assets. */
  readonly load: () => Promise<DevicePanelModule>;
}

/**
 * The text of a cell, from what the table knows of a device already. Pure: the table calls it for every row, to show,
 * to sort and to export it, as often as it likes.
 */
export type CellText = (device: DeviceRow) => string;

/** What a column's module exports: the function, under this one name. */
export interface DeviceColumnModule {
  readonly cellText: CellText;
}

/** A column that a remote adds to the tables of devices. */
export interface DeviceColumn extends ContributedPart {
  /** Written as `() => import('./path')`: the build reads the request to list the column's assets. */
  readonly load: () => Promise<DeviceColumnModule>;
}

/** What a remote adds to other screens without either knowing the other. */
export interface Contributions {
  readonly deviceActions?: readonly DeviceAction[] | undefined;
  readonly devicePanels?: readonly DevicePanel[] | undefined;
  readonly deviceColumns?: readonly DeviceColumn[] | undefined;
}
