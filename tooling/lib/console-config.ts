// The first config.json of a console.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeJsonAtomically } from './paths.mjs';

/** Writes config.json if there is none; an existing one is never changed. Returns whether it was written. */
export function writeFirstConfig(file: string, settings: object): boolean {
  if (existsSync(file)) return false;
  mkdirSync(dirname(file), { recursive: true });
  // Higher than that of any earlier console at this address: browsers remember what they accepted.
  writeJsonAtomically(file, { ...settings, registryEpoch: Math.floor(Date.now() / 1000) });
  return true;
}
