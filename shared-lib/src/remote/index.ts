export * from './contract-check.ts';
export * from './declaration.ts';
export * from './define-remote.ts';
export { signedText } from './signed-text.ts';
export { createAcceptedEntries, type AcceptedEntries, type AcceptedStorage } from './accepted-entries.ts';
export { verifySignature, type SignatureVerdict } from './signature.ts';
export * from './trust.ts';
