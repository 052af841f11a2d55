import {
  partsOf,
  type DevicePanelModule,
  type HomePanelModule,
  type PartKind,
  type ScreenModule,
  type WithParts,
} from '@device-console/shared-lib/remote';

/** What differs between kinds of parts; `Module` is what the code of one has to export. */
export interface PartRule<Module> {
  readonly kind: PartKind;
  /** What it is called in sentences. */
  readonly word: string;
  /** The component, by this name or as the module's default. */
  readonly exported: keyof Module & string;
  /** Before its id in the log and in reports, where a screen has none. */
  readonly logPrefix: string;
}

export const screenRule: PartRule<ScreenModule> = {
  kind: 'screen',
  word: 'screen',
  exported: 'Screen',
  logPrefix: '',
};
export const panelRule: PartRule<DevicePanelModule> = {
  kind: 'devicePanel',
  word: 'panel',
  exported: 'Panel',
  logPrefix: 'panel ',
};
export const homePanelRule: PartRule<HomePanelModule> = {
  kind: 'homePanel',
  word: 'panel of Home',
  exported: 'Panel',
  logPrefix: 'home panel ',
};

interface WithId {
  readonly id: string;
}

/** The part of a remote, or of its declaration, with this id among those of one kind. */
export const findPart = <Screen extends WithId, Panel extends WithId, HomePanel extends WithId>(
  of: WithParts<Screen, Panel, HomePanel>,
  kind: PartKind,
  id: string,
): Screen | Panel | HomePanel | undefined => partsOf(of).find((one) => one.kind === kind && one.part.id === id)?.part;
