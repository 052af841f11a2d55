export { createAcceptedEntries, type AcceptedEntries, type AcceptedStorage } from './accepted-entries.ts';
export { getsCanary, shareOf } from './canary-audience.ts';
export { longestStep } from './entry-checks.ts';
export { hostAddresses, inWords, namesOf, screenFault, type Naming } from './names.ts';
export { nameOwnership, type Ownership } from './ownership.ts';
export {
  LONGEST_PREVIEW_MS,
  previewLink,
  previewProof,
  readPreviewLink,
  runningPreview,
  type RunningPreview,
} from './previews.ts';
export { permittedEntries, namesNotice, type RegistryProblem, type RegistryNotice } from './registry.ts';
export { verifySignature } from './signature.ts';
export { createTrust, type Trust } from './trust.ts';
export * from './withdrawals.ts';
