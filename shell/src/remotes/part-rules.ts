import type { DevicePanelModule, HomePanelModule, PartKind, ScreenModule } from '@device-console/shared-lib/remote';

/** What the code of one kind of parts has to be. */
export interface PartRule<Module> {
  readonly kind: PartKind;
  /** What it is called in sentences. */
  readonly word: string;
  /** What its module has to export, in words. */
  readonly exported: string;
  /** What the module of a part holds of that, by its name or as its default; null where it has none. */
  readonly read: (module: unknown) => Module | null;
  /** Under which name the log and reports have it: a screen's id, or one that no screen has. */
  readonly logName: (id: string) => string;
}

const exportsOf = (module: unknown): Readonly<Record<string, unknown>> => Object(module);

/** A function, or what React makes of one (memo, forwardRef). */
function isComponent<Component>(value: unknown): value is Component {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

export const screenRule: PartRule<ScreenModule> = {
  kind: 'screen',
  word: 'screen',
  exported: 'component named Screen',
  read: (module) => {
    const { default: whole, Screen = whole } = exportsOf(module);
    return isComponent<ScreenModule['Screen']>(Screen) ? { Screen } : null;
  },
  logName: (id) => id,
};

const readPanel = (module: unknown): (DevicePanelModule & HomePanelModule) | null => {
  const { default: whole, Panel = whole } = exportsOf(module);
  return isComponent<(DevicePanelModule & HomePanelModule)['Panel']>(Panel) ? { Panel } : null;
};

export const panelRule: PartRule<DevicePanelModule> = {
  kind: 'devicePanel',
  word: 'panel',
  exported: 'component named Panel',
  read: readPanel,
  logName: (id) => `panel ${id}`,
};

export const homePanelRule: PartRule<HomePanelModule> = {
  kind: 'homePanel',
  word: 'panel of Home',
  exported: 'component named Panel',
  read: readPanel,
  logName: (id) => `home panel ${id}`,
};
