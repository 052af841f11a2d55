import type { ComponentType } from 'react';
import type { Access, Audience, ServiceCall } from '../contract/index.ts';
import type { Contributions } from './contributions.ts';

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
