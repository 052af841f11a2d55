import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';

const workflow = (name: string): string => readFileSync(join(rootDir, '.github', 'workflows', `${name}.yml`), 'utf8');

test('each remote has a workflow of its own, run by changes of its folder alone', () => {
  for (const id of remoteIds()) {
    const text = workflow(id);
    assert.deepEqual(
      [...text.matchAll(/paths: (.*)/g)].map(([, paths]) => paths),
      [`['${id}/**']`, `['${id}/**']`],
    );
    assert.match(text, new RegExp(`uses: \\./\\.github/workflows/publish-remote\\.yml\\n +with:\\n +remote: ${id}\\n`));
  }
});

test("what the workflow runs in a remote's folder are scripts of that remote, and none reaches for another", () => {
  const shared = workflow('publish-remote');
  const scripts = [...shared.matchAll(/npm (?:run )?(typecheck|lint|test|build|contract-check|publish)\b/g)].map(
    ([, name = '']) => name,
  );
  assert.deepEqual(scripts, ['typecheck', 'lint', 'test', 'build', 'contract-check', 'publish']);
  assert.match(shared, /working-directory: \$\{\{ inputs\.remote \}\}/);
  for (const id of remoteIds()) {
    const own = readManifest(join(rootDir, id)).scripts;
    for (const name of scripts) assert.ok(own[name], `${id} has no script ${name}`);
    for (const command of Object.values(own)) assert.doesNotMatch(command, /lerna|workspaces|mf-|shell/);
  }
});
