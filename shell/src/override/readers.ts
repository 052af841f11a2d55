export { createDevServerReader } from './dev-server.ts';
export { createPreviewReader } from './preview.ts';
