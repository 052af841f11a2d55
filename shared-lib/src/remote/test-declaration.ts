import type { RemoteDeclaration } from './host.ts';

/** What a build without screens declares. */
export const declarationOf = (id: string, more: Partial<RemoteDeclaration> = {}): RemoteDeclaration => ({
  schemaVersion: 1,
  id,
  owner: 'X team',
  version: '1.0.0',
  contract: {},
  shared: {},
  apiVersion: '^1.0.0',
  entry: { file: 'e.js', kind: 'script', integrity: 'sha384-x' },
  assets: [],
  screens: [],
  ...more,
});
