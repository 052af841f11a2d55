export { checkContract, describeMismatch, satisfies, type Provided, type ContractMismatch } from './contract-check.ts';
export type {
  DeviceAction,
  DevicePanelProps,
  DevicePanelModule,
  DevicePanel,
  ActionRow,
  RowField,
  RowCondition,
  SearchCommand,
  PanelModule,
  HomePanelModule,
  HomePanel,
  Contributions,
} from './contributions.ts';
export {
  readEntry,
  readEntries,
  remoteDeclaration,
  registryEntry,
  RegistryError,
  type Asset,
  type DeclaredScreen,
  type DeclaredPanel,
  type DeclaredAction,
  type DeclaredSearchCommand,
  type RemoteDeclaration,
  type RegistryEntry,
  type ReadEntry,
} from './declaration.ts';
export {
  defineRemote,
  type MenuPlace,
  type ScreenProps,
  type ScreenModule,
  type ScreenDeclaration,
  type Remote,
} from './define-remote.ts';
export { partsOf, screenAt, type PartKind, type KindOfPart, type WithParts } from './parts.ts';
export { signedText } from './signed-text.ts';
