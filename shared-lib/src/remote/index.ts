export * from './contract-check.ts';
export * from './declaration.ts';
export * from './define-remote.ts';
export { signedText } from './signed-text.ts';
