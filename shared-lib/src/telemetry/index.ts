export * from './failures.ts';
export * from './webhook.ts';
