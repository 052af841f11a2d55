// Registry entries as a store reads them: complete, but unsigned. Only consoles check signatures.
/** @import { RegistryDocument } from '../lib/publishing/registry.mjs' */
/** @import { EntryDocument } from '../lib/publishing/rules.mjs' */
import { screenOf } from './fake-builds.mjs';

/** @type {(id: string, sequence: number, more?: Partial<EntryDocument>) => EntryDocument} */
export const entryOf = (id, sequence, more = {}) => ({
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
/** @type {(...remotes: RegistryDocument['remotes']) => RegistryDocument} */
export const registryOf = (...remotes) => ({ schemaVersion: 1, remotes });
