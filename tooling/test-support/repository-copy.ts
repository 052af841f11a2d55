// A copy of the repository for tests that change its sources.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../lib/paths.mjs';

/** Copies the repository without what git ignores into a new folder, and returns the folder. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'repository-'));
  const at = (...parts: string[]): string => join(copy, ...parts);
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: rootDir });
  for (const file of String(listed.stdout).split('\0').filter(Boolean))
    if (existsSync(join(rootDir, file))) cpSync(join(rootDir, file), at(file), { preserveTimestamps: true });
  // Third-party packages come from the repository, our own packages from the copy.
  mkdirSync(at('node_modules', '@device-console'), { recursive: true });
  for (const name of readdirSync(join(rootDir, 'node_modules')))
    if (name !== '@device-console' && name !== '.cache')
      symlinkSync(join(rootDir, 'node_modules', name), at('node_modules', name));
  for (const name of readdirSync(join(rootDir, 'node_modules', '@device-console'))) {
    symlinkSync(at(name), at('node_modules', '@device-console', name));
    const own = join(rootDir, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, at(name, 'node_modules'));
  }
  return copy;
}
