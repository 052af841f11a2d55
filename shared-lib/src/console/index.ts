export * from './addresses.ts';
export * from './console-context.ts';
export * from './hooks.ts';
export * from './use-end-session.ts';
export * from './format.ts';
export * from './use-query.ts';
export * from './failure-text.ts';
export * from './use-imei-lookup.ts';
export { saveFile } from '../sheets/save-file.ts';
