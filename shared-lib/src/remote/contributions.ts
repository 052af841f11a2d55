import type { ComponentType } from 'react';
import type { Access } from '../contract/index.ts';

/** An action that a remote offers on a device: it opens one of its screens with the IMEI filled in. */
export interface DeviceAction {
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Id of the screen of the same remote that it opens; the screen's access decides who sees the action. */
  readonly screen: string;
  /** Where it is offered; default: `device` alone, which is the page, the search and the tables of devices. */
  readonly rows?: readonly ActionRow[] | undefined;
  /** Offered only where each of these fields of the row has one of these values. */
  readonly when?: RowCondition | undefined;
}

/** What an action is offered on: a device that was looked up, or a device of a batch on that batch's page. */
export type ActionRow = 'device' | 'batch';

/** The fields that a row can be chosen by: of a device as `deviceDetails` answers them, and of a batch's row. */
export type RowField =
  | 'claimstatus'
  | 'registrationstatus'
  | 'appversion'
  | 'apptype'
  | 'command'
  | 'outcome'
  | 'failure';

/** Which rows an action is for: by field the values that are meant. A row without the field is not meant. */
export type RowCondition = Readonly<Partial<Record<RowField, readonly string[]>>>;

/** An entry of the search (Ctrl K) that opens an address of the remote's own. */
export interface SearchCommand extends Access {
  /** Belongs to one remote alone (D25). */
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Below the audience's prefix, as `warranty/open#new`: one of its own screens, for whoever may open that. */
  readonly address: string;
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
export interface PanelModule<Given extends object> {
  readonly Panel: ComponentType<Given>;
}

/** What the module of a panel of a device's page exports. */
export type DevicePanelModule = PanelModule<DevicePanelProps>;

/** What the module of a panel of Home exports; it is given nothing. */
export type HomePanelModule = PanelModule<object>;

/** A card that a remote adds to a page of others. */
interface ContributedPanel<Given extends object> extends ContributedPart {
  /** Calls beyond the specification that it needs: a back end without one has no such card (D1a). */
  readonly needs?: readonly string[] | undefined;
  /** Written as `() => import('./path')`: the build reads the request to list the panel's assets. */
  readonly load: () => Promise<PanelModule<Given>>;
}

/** A card that a remote adds to the page of a device. */
export type DevicePanel = ContributedPanel<DevicePanelProps>;

/** A card that a remote adds to Home. */
export type HomePanel = ContributedPanel<object>;

/** What a remote adds to other screens without either knowing the other. */
export interface Contributions {
  readonly deviceActions?: readonly DeviceAction[] | undefined;
  readonly devicePanels?: readonly DevicePanel[] | undefined;
  readonly homePanels?: readonly HomePanel[] | undefined;
  readonly searchCommands?: readonly SearchCommand[] | undefined;
}
