import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rootDir, toolingDir } from '../lib/paths.mjs';

/**
 * What the linter reports for the remote in `folder`, a folder of `workshop`, by the rules for remotes and the rule
 * that every text goes through t(): `rule: message`, by file.
 */
export function lintFindings(workshop: string, folder: string): Map<string, string[]> {
  // A separate repository: ours would ignore the folder.
  mkdirSync(join(workshop, '.git'));
  const rules = {
    extends: [relative(workshop, join(toolingDir, 'oxlint.json'))],
    jsPlugins: [relative(workshop, join(toolingDir, 'lib', 'texts', 'text-rule.js'))],
    overrides: [
      {
        files: ['mf-*/src/**/*.{ts,tsx}'],
        excludeFiles: ['**/*.test.{ts,tsx}', '**/remote.ts'],
        rules: { 'texts/in-catalogues': 'error' },
      },
    ],
  };
  writeFileSync(join(workshop, '.oxlintrc.json'), JSON.stringify(rules));
  const oxlint = join(rootDir, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json'], { cwd: workshop, encoding: 'utf8' });
  const { diagnostics, number_of_files: read } = JSON.parse(stdout) as {
    diagnostics: Record<'code' | 'message' | 'filename', string>[];
    number_of_files: number;
  };
  if (read < 5) throw new Error(`The linter read ${read} files.`);
  const found: Map<string, string[]> = new Map();
  for (const { code, message, filename } of diagnostics) {
    const file = relative(folder, resolve(workshop, filename)).replaceAll('\\', '/');
    found.set(file, [...(found.get(file) ?? []), `${code}: ${message}`]);
  }
  return found;
}
