// Declarations and registry entries, for the host and the tools.
export {
  checkContract,
  needsNewerConsole,
  describeMismatch,
  requirementsOf,
  satisfies,
  type Provided,
  type Requirement,
} from './contract-check.ts';
export {
  readEntry,
  readEntries,
  releasesOf,
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
  signedText,
} from './declaration.ts';
export { partsOf, screenAt, type PartKind, type KindOfPart, type WithParts } from './parts.ts';
