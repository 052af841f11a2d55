import type { ComponentType } from 'react';
import type { Access, Audience, ServiceCall } from '../contract/index.ts';
import type { Contributions } from './contributions.ts';

/** What the host tells a screen: which of its remote's screens it is, where one component serves several. */
export interface ScreenProps {
  readonly screenId: string;
}

/** What a screen's module exports: the component, under this one name. */
export interface ScreenModule {
  readonly Screen: ComponentType<ScreenProps>;
}

/** Where a screen stands in a menu. */
export interface MenuPlace {
  readonly order: number;
  readonly audiences?: readonly Audience[] | undefined;
  /** What it is about: `commands`, `devices`, `administration` or `activity`. A longer run of one has a caption. */
  readonly group?: string | undefined;
}

/** One screen of a remote: data, plus the way to its code. */
export interface ScreenDeclaration extends Access {
  /** Unique within the remote. */
  readonly id: string;
  /** Address below `/` or `/superadmin/`, without a leading slash; may hold parameters (`reports/:report`). */
  readonly path: string;
  readonly title: string;
  /** Under which addresses the screen is routed (N1 to N3). */
  readonly audiences: readonly Audience[];
  /** Where those are sent whose role it is closed to (N6); they see the not-authorised page otherwise (N5). */
  readonly refusal?: 'login' | undefined;
  /** Its place in a sidebar: smaller orders come first; `audiences` limits which sidebars. */
  readonly nav?: MenuPlace | undefined;
  /** Its place in the section below the menu, for a screen that has none in the menu itself. */
  readonly more?: Omit<MenuPlace, 'group'> | undefined;
  /** The drawing of its entry, by a name of `lineIconNames` of `ui/icons`; one unknown to the host is neutral. */
  readonly icon?: string | undefined;
  /**
   * What of the deployment has to be in use for menus and search to list it: `approvals`, where commands wait for a
   * second person (C15). Its address stays; the screen says that it is not in use.
   */
  readonly listedWhile?: 'approvals' | undefined;
  /** Calls beyond the specification that it needs: a back end without one has no menu entry for it (D1a). */
  readonly needs?: readonly string[] | undefined;
  /** Written as `() => import('./path')`: the build reads the request to list the screen's assets. */
  readonly load: () => Promise<ScreenModule>;
}

/** A remote: who owns it, its screens, its contributions. */
export interface Remote {
  /** The npm name without its scope; unique in a registry. */
  readonly id: string;
  /** The team to turn to; shown when the remote fails. */
  readonly owner: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly contributions?: Contributions | undefined;
  /** The calls of the team's own service; the API passes on those that its administrator lists. */
  readonly serviceCalls?: readonly ServiceCall[] | undefined;
}

/** Declares a remote. The only export of a remote's `src/remote.ts`; returns its argument, checked by type. */
export const defineRemote = (remote: Remote): Remote => remote;
