// Registry entries as a store reads them: complete, but unsigned. Only consoles check signatures.
import { screenOf } from './fake-builds.ts';
import type { RegistryDocument } from '../lib/publishing/registry.ts';
import type { EntryDocument } from '../lib/publishing/rules.ts';

export const entryOf = (id: string, sequence: number, more: Partial<EntryDocument> = {}): EntryDocument => ({
  id,
  sequence,
  baseUrl: `https://static.example/${id}/1/`,
  publishedAt: '2026-06-01T00:00:00Z',
  canary: null,
  declaration: {
    schemaVersion: 1,
    id,
    owner: 'A team',
    version: '1.0.0',
    contract: {},
    shared: {},
    apiVersion: '^1.0.0',
    entry: { file: 'e.js', kind: 'script', integrity: 'sha384-x' },
    assets: [],
    screens: [screenOf(id)],
  },
  ...more,
});
export const registryOf = (...remotes: RegistryDocument['remotes']): RegistryDocument => ({
  schemaVersion: 1,
  remotes,
});
