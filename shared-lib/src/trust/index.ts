export { createAcceptedEntries, type AcceptedEntries, type AcceptedStorage } from './accepted-entries.ts';
export * from './development-override.ts';
export { verifySignature, type SignatureVerdict } from './signature.ts';
export * from './trust.ts';
