import type { ComponentType } from 'react';
import type { Access } from '../contract/index.ts';

/** A remote's action on a device: it opens one of its screens with the IMEI filled in. */
export interface DeviceAction {
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Id of the remote's own screen that it opens; the screen's access decides who sees the action. */
  readonly screen: string;
  /** Default: `device` alone, that is the page, the search and the tables of devices. */
  readonly rows?: readonly ActionRow[] | undefined;
  /** Only if each of these fields of the row has one of these values. */
  readonly when?: RowCondition | undefined;
}

/** Rows that an action is offered on: a looked-up device, or a device of a batch on that batch's page. */
export type ActionRow = 'device' | 'batch';

/** Fields for choosing rows: of a device as `deviceDetails` answers them, and of a batch's row. */
export type RowField =
  | 'claimstatus'
  | 'registrationstatus'
  | 'appversion'
  | 'apptype'
  | 'command'
  | 'outcome'
  | 'failure';

/** The rows of an action: accepted values by field. A row without the field is excluded. */
export type RowCondition = Readonly<Partial<Record<RowField, readonly string[]>>>;

/** An entry of the search (Ctrl K) that opens an address of the remote. */
export interface SearchCommand extends Access {
  /** No other remote may have it (D25). */
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** Below the audience's prefix, as `warranty/open#new`: one of its own screens, for whoever may open it. */
  readonly address: string;
}

/** Every contribution with its own code; its access decides who gets it (N5). */
interface ContributedPart extends Access {
  /** No other remote may have it (D25). */
  readonly id: string;
  readonly title: string;
  /** Smaller orders come first. */
  readonly order: number;
}

/** Props of a panel on a device's page. */
export interface DevicePanelProps {
  readonly imei: string;
}

/** A panel's module: the component, under this one name. */
export interface PanelModule<Given extends object> {
  readonly Panel: ComponentType<Given>;
}

/** The module of a panel on a device's page. */
export type DevicePanelModule = PanelModule<DevicePanelProps>;

/** The module of a panel on Home, which gets no props. */
export type HomePanelModule = PanelModule<object>;

/** A card that a remote adds to others' pages. */
interface ContributedPanel<Given extends object> extends ContributedPart {
  /** Calls beyond the specification that it needs: the card is absent if the back end lacks one (D1a). */
  readonly needs?: readonly string[] | undefined;
  /** Written as `() => import('./path')`: the build reads the request to list the panel's assets. */
  readonly load: () => Promise<PanelModule<Given>>;
}

/** A card that a remote adds to a device's page. */
export type DevicePanel = ContributedPanel<DevicePanelProps>;

/** A card that a remote adds to Home. */
export type HomePanel = ContributedPanel<object>;

/** What a remote adds to other screens, without either knowing the other. */
export interface Contributions {
  readonly deviceActions?: readonly DeviceAction[] | undefined;
  readonly devicePanels?: readonly DevicePanel[] | undefined;
  readonly homePanels?: readonly HomePanel[] | undefined;
  readonly searchCommands?: readonly SearchCommand[] | undefined;
}
