export * from './contract-check.ts';
export * from './contributions.ts';
export * from './declaration.ts';
export * from './define-remote.ts';
export * from './parts.ts';
export { signedText } from './signed-text.ts';
