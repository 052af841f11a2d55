export * from './engine/index.ts';
export * from './stores/index.ts';
