export * from './answers.ts';
export * from './calls.ts';
export * from './commands.ts';
export * from './config.ts';
export * from './imei.ts';
export * from './permissions.ts';
export * from './reports.ts';
export * from './wire.ts';
