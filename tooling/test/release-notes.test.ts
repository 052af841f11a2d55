// What `npm run release` does with commits: lerna's versions and release notes, by this repository's lerna.json.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { defined } from '../test-support/values.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
});
after(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A developer', '-c', 'user.email=dev@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const write = (path: string, content: string | object): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
};
const commit = (message: string): void => {
  git('add', '-A');
  git('commit', '-q', '-m', message);
};

/** Runs the release script of the repository's package.json as npm would. */
function release() {
  const [program, ...args] = defined(readManifest(rootDir).scripts['release']).split(' ');
  const env = { ...process.env, GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A' };
  execFileSync(join(rootDir, 'node_modules', '.bin', defined(program)), [...args, '--yes'], {
    cwd: folder,
    env: { ...env, GIT_COMMITTER_EMAIL: 'a@example.com' },
    stdio: 'pipe',
  });
}

/** The script that writes since.json after lerna has raised the version, and adds it to the release's commit. */
const recording = defined(readManifest(join(rootDir, 'shared-lib')).scripts['version']);

test('a feature raises the minor version of what changed, and one CHANGELOG at the root tells of it', () => {
  git('init', '-q', '-b', 'main');
  copyFileSync(join(rootDir, 'lerna.json'), join(folder, 'lerna.json'));
  write('package.json', { name: 'root', private: true, workspaces: ['shared-lib', 'mf-*'] });
  write('package-lock.json', { name: 'root', lockfileVersion: 3, requires: true, packages: {} });
  write('shared-lib/package.json', {
    name: '@x/shared-lib',
    version: '1.0.0',
    private: true,
    scripts: { version: `${recording.replace(/^.*?--record/, 'npm pkg get version > since.json')}` },
  });
  write('mf-a/package.json', {
    name: '@x/mf-a',
    version: '1.0.0',
    private: true,
    dependencies: { '@x/shared-lib': '1.0.0' },
  });
  commit('chore: begin');
  git('tag', '-a', 'v1.0.0', '-m', 'v1.0.0');
  write('shared-lib/sorting.ts', 'export {};');
  commit('feat(shared-lib): tables can be sorted\n\nOperators asked for it.');
  write('shared-lib/sorting.ts', 'export const x = 1;');
  commit('docs(shared-lib): a comment');
  release();
  assert.equal(readManifest(join(folder, 'shared-lib')).version, '1.1.0');
  // People read the one at the root. That of shared-lib goes to teams outside.
  for (const file of ['CHANGELOG.md', 'shared-lib/CHANGELOG.md']) {
    const notes = readFileSync(join(folder, file), 'utf8');
    assert.match(notes, /# .*1\.1\.0[^]*### Features[^]*\*\*shared-lib:\*\* tables can be sorted/);
    assert.doesNotMatch(notes, /a comment/);
  }
  assert.match(git('show', 'HEAD:shared-lib/since.json'), /"1\.1\.0"/);
  const remote = readManifest(join(folder, 'mf-a'));
  assert.deepEqual([remote.version, remote.dependencies], ['1.1.0', { '@x/shared-lib': '1.1.0' }]);
  assert.equal(git('tag', '--points-at', 'HEAD').trim(), 'v1.1.0');
});
