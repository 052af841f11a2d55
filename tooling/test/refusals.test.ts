import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import { rootDir } from '../lib/paths.mjs';
import { builtFaults } from '../lib/refusals/built-files.ts';
import { sourceFaults } from '../lib/refusals/lint-rule.ts';
import { describeRefusal, refusals } from '../lib/refusals/table.ts';
import { refuseTypeErrors } from '../lib/publishing/command.ts';
import { smallRemote } from '../test-support/small-remote.ts';
import { defined } from '../test-support/values.ts';

/** For each row of the table, code that it refuses and no other row finds. */
const refused = {
  'foreign-files': [
    "import { x } from '@device-console/mf-admin';",
    "export * from '@device-console/shell/src/main.ts';",
    '__FEDERATION__.__INSTANCES__[0].loadRemote(name);',
    'const [host] = globalThis.__FEDERATION__.__INSTANCES__;',
  ],
  'second-copies': [
    "import { createPortal } from 'react-dom';",
    "import { atom } from 'jotai';",
    "import { Link } from 'react-router-dom';",
    "import { Button } from 'react-aria-components';",
    "export { useTable } from '@tanstack/react-table';",
    "const xlsx = () => import('xlsx');",
    "import '@device-console/shared-lib/testing';",
  ],
  'page-styles': ["import './page.css';", "import 'some-package/style.css';"],
  'written-styles': [
    'const a = <style>{text}</style>;',
    "(0, runtime.jsx)('style', { children: text });",
    "document.createElement('style');",
    "sheet.insertRule('b {}');",
    'document.adoptedStyleSheets = [];',
    'new CSSStyleSheet();',
    "element.setAttribute('style', 'color: red');",
  ],
  'html-text': [
    "element.innerHTML = '<b>';",
    "element.outerHTML += '<b>';",
    "element.insertAdjacentHTML('beforeend', text);",
    "document.write('x');",
    'const a = <p dangerouslySetInnerHTML={{ __html: text }} />;',
    'const props = { dangerouslySetInnerHTML: { __html: text } };',
  ],
  'code-from-text': [
    "eval('1');",
    "new Function('return 1');",
    "setTimeout('go()', 1);",
    "const href = 'javascript:void 0';",
    "element.setAttribute('onclick', 'go()');",
  ],
  'foreign-elements': [
    'const a = <iframe src={page} />;',
    "(0, runtime.jsxs)('iframe', { src: page });",
    "document.createElement('script');",
    'const a = <link rel="stylesheet" href={page} />;',
  ],
  workers: [
    "new Worker(new URL('./work.ts', import.meta.url));",
    'new window.SharedWorker(address);',
    'navigator.serviceWorker.register(address);',
    'context.audioWorklet.addModule(address);',
  ],
  wasm: ['WebAssembly.instantiate(bytes);', "import code from './code.wasm';"],
  storage: [
    "localStorage.setItem('a', 'b');",
    "window.sessionStorage.getItem('a');",
    "globalThis['indexedDB'].open('a');",
    "document.cookie = 'a=b';",
    'window.document.cookie;',
    "caches.open('a');",
  ],
  'own-requests': [
    "fetch('/api/x');",
    "new WebSocket('wss://x');",
    'navigator.sendBeacon(address);',
    'new XMLHttpRequest();',
  ],
  'built-ins': [
    'history.pushState = () => undefined;',
    'window.history.replaceState = go;',
    'Storage.prototype.setItem = () => undefined;',
    'globalThis.Array.prototype.at = () => undefined;',
    'window.Promise = Own;',
    'delete Array.prototype.at;',
    "Object.defineProperty(HTMLInputElement.prototype, 'value', {});",
    'Object.assign(JSON, { parse });',
    'Reflect.set(Array.prototype, name, value);',
    "document.addEventListener('click', stop, true);",
    "document.addEventListener('click', stop, !0);",
    "window.document.addEventListener('click', stop, { capture: true });",
    "document.body.addEventListener('click', stop, { passive: true, capture: !0 });",
    "self.addEventListener('keydown', stop, { capture });",
    "addEventListener('click', stop, !0);",
  ],
  'page-parts': [
    "document.querySelector('nav')?.remove();",
    "window.document.getElementById('console');",
    "document.getElementsByTagName('nav');",
    "location.href = 'https://x';",
    "location = 'https://x';",
    "window.location = 'https://x';",
    "window.location.hash = '#x';",
    "location.assign('https://x');",
    'window.location.reload();',
    'document.body.append(cover);',
    'window.document.documentElement.appendChild(cover);',
    'place.current.showModal();',
    'document.documentElement.requestFullscreen();',
  ],
};

/** Code that looks similar, but is allowed. */
const allowed = [
  "import type { Atom } from 'jotai';",
  "import classes from './screen.module.css';",
  "import { Button } from '@device-console/shared-lib/ui';",
  'let worker: Worker | null = null;',
  'function keep(localStorage: Storage) { return localStorage; }',
  'const { fetch } = query; fetch();',
  "place.current?.querySelector('input')?.focus();",
  'const { hash } = location;',
  "names.location = 'Delhi'; path.replace('a', 'b');",
  'const a = <p style={{ width: `${part}%` }} onClick={() => go()} />;',
  'setTimeout(() => go(), 1);',
  'type F = Function;',
  'const cookie = jar.cookie;',
  "element.textContent = '<b>';",
  'table.createElement(row);',
  "const isThere = typeof Worker === 'function';",
  'const history = []; history[0] = 1; history.length = 0;',
  "document.title = 'x'; document.length = 3;",
  'Own.prototype.at = at; own.prototype = Array.prototype;',
  'const now = Object.assign({}, Math); Object.defineProperty(own, name, {});',
  'place.append(cover); names.body.append(cover);',
  "addEventListener('resize', go);",
  "document.addEventListener('click', go); place.addEventListener('click', go, true);",
  "window.addEventListener('keydown', go, { passive: true, capture: false });",
];

describe('what a source holds', () => {
  for (const [id, samples] of Object.entries(refused)) {
    test(`${id} is found, with its line, whatever a comment says`, () => {
      for (const sample of samples) {
        const found = sourceFaults(`\n// oxlint-disable-next-line\n${sample}`, { file: 'src/screen.tsx' });
        assert.deepEqual(
          found.map((fault) => [fault.id, fault.line]),
          [[id, 3]],
          sample,
        );
      }
    });
  }

  test('every row that the linter knows has a sample', () => {
    const known = refusals
      .filter(({ globals, selectors, imports }) => globals ?? selectors ?? imports)
      .map(({ id }) => id);
    assert.deepEqual(Object.keys(refused).toSorted(), known.toSorted());
  });

  test('what only looks like it is let pass', () => {
    for (const sample of allowed) assert.deepEqual(sourceFaults(sample, { file: 'src/screen.tsx' }), [], sample);
  });

  test('in a package only what would break or leak is looked for: it may hold paths that are never taken', () => {
    const text =
      "var root = Function('return this')(); node.innerHTML = ''; localStorage.x; new Worker(x); " +
      "document.createElement('style'); WebAssembly.compile(x);";
    assert.deepEqual(
      sourceFaults(text, { file: 'index.js', isPackage: true })
        .map(({ id }) => id)
        .toSorted(),
      ['wasm', 'workers', 'written-styles'],
    );
  });
});

test('what does not pass the compiler is refused with its words, and let pass once it is mended', async () => {
  const made = smallRemote({
    'src/remote.ts': 'export const count: number = "one";',
    'src/screen.tsx': 'export const Screen = 1;',
  });
  const folder = relative(rootDir, made.packageDir);
  try {
    await assert.rejects(
      refuseTypeErrors(folder),
      new RegExp(
        String.raw`^Error: Refused: code that does not pass the compiler\. ` +
          String.raw`\[types\]\n.*src/remote\.ts\(1,14\): error TS2322: [^]*\nInstead: mend`,
      ),
    );
    writeFileSync(join(made.packageDir, 'src', 'remote.ts'), 'export const count: number = 1;');
    await assert.doesNotReject(refuseTypeErrors(folder));
    await assert.doesNotReject(refuseTypeErrors(folder));
  } finally {
    made.close();
  }
});

test('a finished build is looked through, and its source maps tell the own code from that of packages', async () => {
  const made = smallRemote({
    'src/own.js': "import { of } from 'some-package';\nlocalStorage.setItem('a', of('b'));",
    'node_modules/some-package/index.js': 'export const of = (x) => (x ? fetch(x) : new Worker(x));',
  });
  try {
    const { outputFiles } = await build({
      entryPoints: [join(made.packageDir, 'src', 'own.js')],
      bundle: true,
      minify: true,
      sourcemap: 'external',
      outfile: join(made.packageDir, 'dist', 'own.js'),
      write: false,
    });
    const [map, code] = outputFiles.map(({ contents }) => Buffer.from(contents));
    const files = new Map([
      ['own.js', defined(code)],
      ['own.css', Buffer.from('@font-face{src:url(x)}')],
    ]);
    const maps = new Map([['own.js.map', defined(map)]]);
    const {
      refused: [styles = '', workers = '', storage = '', ...more],
      doubtful,
    } = builtFaults({ files, maps }, []);
    assert.match(styles, /\[page-styles\]\n {2}own\.css: @font-face\n/);
    assert.match(workers, /\[workers\]\n.*some-package\/index\.js:1: Worker\n/);
    assert.match(storage, /\[storage\]\n.*src\/own\.js:2: localStorage\n/);
    assert.deepEqual([more, doubtful], [[], []]);
    assert.deepEqual(builtFaults({ files, maps }, ['workers']).refused, [styles, storage]);

    const unmapped = builtFaults({ files, maps: new Map() }, []);
    assert.deepEqual(unmapped.refused.length, 2);
    assert.deepEqual(unmapped.doubtful, ['own.js: fetch [own-requests]', 'own.js: localStorage [storage]']);
  } finally {
    made.close();
  }
});

test('the guide has the table as it is', () => {
  const guide = readFileSync(join(rootDir, 'docs', 'remote-authors-guide.md'), 'utf8');
  const rows = refusals.map(({ what, instead }) => `| ${what} | ${instead} |`);
  const table = ['| refused | instead |', '|---|---|', ...rows].join('\n');
  assert.ok(guide.includes(table), `docs/remote-authors-guide.md holds another table. It has to be:\n${table}`);
  assert.equal(describeRefusal('workers', ['a: b']).includes('`'), false);
});
