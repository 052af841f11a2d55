import type { ComponentType } from 'react';
import type { Access, Audience, ServiceCall } from '../contract/index.ts';

/** Props of a screen: which of its remote's screens it is, if one component serves several. */
export interface ScreenProps {
  readonly screenId: string;
}

/** A screen's module: the component, under this one name. */
export interface ScreenModule {
  readonly Screen: ComponentType<ScreenProps>;
}

/** Where a screen stands in a menu. */
export interface MenuPlace {
  readonly order: number;
  readonly audiences?: readonly Audience[] | undefined;
  /** `commands`, `devices`, `administration` or `activity`. Several in a row get a caption. */
  readonly group?: string | undefined;
}

/** One screen of a remote: data, plus a way to its code. */
export interface ScreenDeclaration extends Access {
  /** Unique within the remote. */
  readonly id: string;
  /** Address below `/` or `/superadmin/`, without a leading slash; may hold parameters (`reports/:report`). */
  readonly path: string;
  readonly title: string;
  /** The addresses that it has (N1 to N3). */
  readonly audiences: readonly Audience[];
  /** Where roles without access are sent (N6); default: the not-authorised page (N5). */
  readonly refusal?: 'login' | undefined;
  /** Its place in a sidebar: smaller orders first; `audiences` limits the sidebars. */
  readonly nav?: MenuPlace | undefined;
  /** Its place in the section below the menu, if not in the menu itself. */
  readonly more?: Omit<MenuPlace, 'group'> | undefined;
  /** A name of `lineIconNames` of `ui/icons`; one unknown to the host is neutral. */
  readonly icon?: string | undefined;
  /**
   * Menus and search list it only while the deployment uses this: `approvals`, if commands wait for a second person
   * (C15). Its address stays; the screen says that it is not in use.
   */
  readonly listedWhile?: 'approvals' | undefined;
  /** Calls beyond the specification that it needs: no menu entry if the back end lacks one (D1a). */
  readonly needs?: readonly string[] | undefined;
  /** Written as `() => import('./path')`: the build reads the request to list the screen's assets. */
  readonly load: () => Promise<ScreenModule>;
}

/** A remote: who owns it, its screens, its contributions. */
export interface Remote {
  /** The npm name without its scope; unique in a registry. */
  readonly id: string;
  /** The responsible team; shown when the remote fails. */
  readonly owner: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly contributions?: Contributions | undefined;
  /** Calls of the team's own service; the API passes on those that its administrator lists. */
  readonly serviceCalls?: readonly ServiceCall[] | undefined;
}

/** Declares a remote. The only export of a remote's `src/remote.ts`; returns its argument. */
export const defineRemote = (remote: Remote): Remote => remote;

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

/** A contribution whose own access decides who gets it (N5). */
interface ContributedPart extends Access {
  /** No other remote may have it (D25). */
  readonly id: string;
  readonly title: string;
  /** Smaller orders come first. */
  readonly order: number;
}

/** An entry of the search (Ctrl K) that opens an address of the remote. */
export interface SearchCommand extends ContributedPart {
  /** Below the audience's prefix, as `warranty/open#new`: one of its own screens, for whoever may open it. */
  readonly address: string;
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
