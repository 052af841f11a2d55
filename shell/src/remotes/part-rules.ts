import type {
  DevicePanelModule,
  HomePanelModule,
  PartKind,
  Remote,
  ScreenModule,
} from '@device-console/shared-lib/remote';

/** How the code of one kind of parts is found in a remote, and what it has to be. */
export interface PartRule<Module> {
  readonly kind: PartKind;
  /** What it is called in sentences. */
  readonly word: string;
  /** What its module has to export, in words. */
  readonly exported: string;
  readonly find: (remote: Remote, id: string) => { readonly load: () => Promise<Module> } | undefined;
  readonly fits: (module: Module) => boolean;
  /** Under which name the log and reports have it: a screen's id, or one that no screen has. */
  readonly logName: (id: string) => string;
}

/** A function, or what React makes of one (memo, forwardRef). */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

export const screenRule: PartRule<ScreenModule> = {
  kind: 'screen',
  word: 'screen',
  exported: 'component named Screen',
  find: ({ screens }, wanted) => screens.find(({ id }) => id === wanted),
  fits: ({ Screen }) => isComponent(Screen),
  logName: (id) => id,
};

export const panelRule: PartRule<DevicePanelModule> = {
  kind: 'devicePanel',
  word: 'panel',
  exported: 'component named Panel',
  find: ({ contributions }, wanted) => contributions?.devicePanels?.find(({ id }) => id === wanted),
  fits: ({ Panel }) => isComponent(Panel),
  logName: (id) => `panel ${id}`,
};

export const homePanelRule: PartRule<HomePanelModule> = {
  kind: 'homePanel',
  word: 'panel of Home',
  exported: 'component named Panel',
  find: ({ contributions }, wanted) => contributions?.homePanels?.find(({ id }) => id === wanted),
  fits: ({ Panel }) => isComponent(Panel),
  logName: (id) => `home panel ${id}`,
};
