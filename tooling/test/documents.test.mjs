import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';

const folders = ['shared-lib', 'shell', 'reference-api', 'e2e', 'tooling', 'deploy', 'docs', ...remoteIds()];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(rootDir, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...folders.map((name) => join(name, 'README.md')).filter((name) => existsSync(join(rootDir, name))),
];

/**
 * Paths in backticks that begin with a folder of the repository; those with a placeholder name nothing in particular.
 * @type {(text: string) => string[]}
 */
function pathsIn(text) {
  const begins = new RegExp(`^(${folders.join('|')})/[\\w./-]+$`);
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path).filter((path) => begins.test(path));
}

/**
 * What a build or a run makes is there for some only.
 * @type {(path: string) => boolean}
 */
const isMade = (path) => /\/(dist|\.data|node_modules)(\/|$)/.test(path);
const { exports: subpaths } = readManifest(join(rootDir, 'shared-lib'));
/** @type {(path: string) => boolean} */
const isSubpath = (path) => Object.hasOwn(subpaths, path.replace(/^shared-lib/, '.'));
/** @type {(path: string) => boolean} */
const isThere = (path) => existsSync(join(rootDir, path)) || isSubpath(path);
/**
 * Decisions tell of what was there when they were made.
 * @type {(document: string) => boolean}
 */
const isDecision = (document) => document.startsWith(join('docs', 'adr', '0'));

for (const document of documents) {
  test(`${document} names files and pages that are there`, () => {
    const text = readFileSync(join(rootDir, document), 'utf8');
    const named = isDecision(document) ? [] : pathsIn(text).filter((path) => !isMade(path) && !isThere(path));
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(rootDir, dirname(document), target)));
    assert.deepEqual({ named, linked }, { named: [], linked: [] });
  });
}

test('the tree holds the few pictures that its documents show, and no other', () => {
  const shown = documents.flatMap((document) =>
    [...readFileSync(join(rootDir, document), 'utf8').matchAll(/images\/([\w.-]+)/g)].map(([, name = '']) => name),
  );
  const kept = readdirSync(join(rootDir, 'docs', 'images'));
  assert.deepEqual(kept.sort(), [...new Set(shown)].sort());
  assert.ok(kept.length <= 8, `${kept.length} pictures`);
});
