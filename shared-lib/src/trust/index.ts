export { createAcceptedEntries, type AcceptedEntries, type AcceptedStorage } from './accepted-entries.ts';
export {
  loopbackOrigin,
  isRemoteId,
  readOverride,
  readDevelopmentDeclaration,
  DEVELOPMENT_KEY,
  LONGEST_DEVELOPMENT_MS,
  type DevelopmentOverride,
} from './development-override.ts';
export { longestStep } from './entry-checks.ts';
export { hostAddresses, namesOf, screenFault, type Naming } from './names.ts';
export { nameOwnership, type Ownership } from './ownership.ts';
export { permittedEntries, namesNotice, type RegistryProblem, type RegistryNotice } from './registry.ts';
export { verifySignature } from './signature.ts';
export { createTrust, type Trust } from './trust.ts';
export {
  withdrawalText,
  readWithdrawals,
  concernsCanary,
  REASON_LENGTH,
  type CanaryWithdrawal,
  honourWithdrawals,
  type WithdrawnCanary,
  type UsableRegistry,
} from './withdrawals.ts';
