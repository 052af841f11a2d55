export { createAcceptedEntries, type AcceptedEntries, type AcceptedStorage } from './accepted-entries.ts';
export * from './development-override.ts';
export { longestStep } from './entry-checks.ts';
export { hostAddresses, inWords, namesOf, screenFault, type Naming } from './names.ts';
export { nameOwnership, type Ownership } from './ownership.ts';
export { permittedEntries, namesNotice, type RegistryProblem, type RegistryNotice } from './registry.ts';
export { verifySignature } from './signature.ts';
export { createTrust, type Trust } from './trust.ts';
export * from './withdrawals.ts';
