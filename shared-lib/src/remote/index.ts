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
  defineRemote,
  type MenuPlace,
  type ScreenProps,
  type ScreenModule,
  type ScreenDeclaration,
  type Remote,
} from './define-remote.ts';
