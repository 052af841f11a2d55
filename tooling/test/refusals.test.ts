import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { builtFaults } from '../lib/refusals/built-files.ts';
import { notesOn, refuseDeclaration, refuseLargeScreens } from '../lib/refusals/declaration-faults.ts';
import { remoteSettings } from '../lib/refusals/remote-settings.ts';
import { sourceFaults } from '../lib/refusals/lint-rule.ts';
import { styleFaults } from '../lib/refusals/style-faults.ts';
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

test('a declaration with a title that nobody reads, or a permission that nobody has, is refused', () => {
  const screen = { id: 'one', path: 'one', title: 'One', assets: [] };
  const declare = (more: object, contributions?: RemoteDeclaration['contributions']) => () =>
    refuseDeclaration({ screens: [{ ...screen, ...more }], contributions });
  for (const good of [{}, { permission: 'Audit Report' }, { permission: 'Warranty', anyPermission: ['Reports'] }])
    assert.doesNotThrow(declare(good));
  assert.throws(declare({ title: 'x'.repeat(400) }), /\[declarations\]\n {2}"one": its title has 400 characters\n/);
  assert.throws(declare({ permission: 'audit-report' }), /"audit-report" is no permission; "Audit Report" is one/);
  assert.throws(declare({ anyPermission: ['Reports', 'auditreport'] }), /"auditreport" is no permission/);
  const searchCommands = [{ id: 'go', title: 'Go', order: 1, address: 'two' }];
  assert.throws(declare({}, { searchCommands }), /"go": no screen of this remote is at "two"/);
  const serviceCalls = [{ path: 'claims', permission: 'reports' }];
  assert.throws(() => refuseDeclaration({ screens: [], serviceCalls }), /"reports" is no permission; "Reports" is one/);
  assert.throws(declare({}, { homePanels: [{ ...screen, order: 1, permission: 'reports' }] }), /"Reports" is one/);
});

test('styles of a remote: what a selector is for has a class, or is within what has one', () => {
  const far = [
    'body:has(.a) { b: c }',
    '.a ~ * { b: c }',
    '.a + p, .b { b: c }',
    '.a { + p { b: c } }',
    '@media print { .a { & ~ div { b: c } } }',
    ':global(.a) p { b: c }',
    ':is(.a, p) b { b: c }',
    'html{b:c}',
  ];
  for (const text of far)
    assert.deepEqual(
      styleFaults(text).map(({ id }) => id),
      ['page-styles'],
      text,
    );
  const near = [
    ".a > p + p, .b ~ .c::before, body:has(.x) .d { content: '{ } body ~ *' }",
    '.a { > p ~ p { b: c } &:hover { b: c } &[data-a="b~c"] { b: c } + .b { b: c } }',
    '@keyframes in { from { b: c } 50% { b: c } } @container (width > 2rem) { .a { b: c } }',
    ':is(.a, .b:not(p)) p { b: c }',
    '[data-theme="dark"] .a{b:url(data:image/svg+xml;base64,x);d:e}.b{c:d}',
  ];
  for (const text of near) assert.deepEqual(styleFaults(text), [], text);
  assert.deepEqual(
    styleFaults('.a { position:fixed }\n@property --x { b: c }').map(({ line, found }) => `${line} ${found}`),
    ['1 position: fixed', '2 @property'],
  );
});

test('a style sheet that cannot be read is refused by its name: browsers would use the rest of it', () => {
  assert.throws(() => styleFaults('.a {}\nbody { b', 'screen.css'), /screen\.css:2:8: Unknown word b/);
});

test('styles of a remote: no font of its own, nothing from other origins', () => {
  const text =
    '.a { color: red; }\n/* @font-face { } url(https://x) */\n@font-face { src: ' +
    'url("https://fonts.example/x.woff2"); }\n' +
    '.b { background: url(//x/y.png); }\n@import "http://x/y.css";';
  assert.deepEqual(
    styleFaults(text).map(({ id, line, found }) => `${id} ${line} ${found}`),
    [
      'page-styles 3 @font-face',
      'other-files 3 url("https://fonts.example/x.woff2',
      'other-files 4 url(//x/y.png',
      'other-files 5 "http://x/y.css',
    ],
  );
});

test('a screen or panel over the limit is named with its size; package.json may name another limit', () => {
  const declaration = {
    screens: [
      { id: 'one', assets: [{ file: 'entry.js' }, { file: 'one.js' }] },
      { id: 'two', assets: [{ file: 'entry.js' }] },
    ],
    contributions: {
      devicePanels: [{ id: 'one', assets: [{ file: 'entry.js' }, { file: 'panel.js' }] }],
      homePanels: [{ id: 'one', assets: [{ file: 'entry.js' }] }],
    },
  };
  const bytesOf = (file: string): Buffer =>
    Buffer.from(
      file === 'entry.js' ? 'x' : Array.from({ length: 500 }, (_, index) => (index * 7919).toString(36)).join(),
    );
  assert.doesNotThrow(() => refuseLargeScreens(declaration, bytesOf, 5_000));
  const later = { ...declaration, assets: [{ file: 'later.js' }] };
  assert.throws(
    () => refuseLargeScreens(later, (file) => (file === 'later.js' ? randomBytes(310_000) : Buffer.from('')), 5_000),
    /\n {2}later\.js: \d+ bytes; the limit is 300000\n/,
  );
  assert.throws(
    () => refuseLargeScreens(declaration, bytesOf, 500),
    new RegExp(
      String.raw`Refused: a screen or panel of more than 50 kB[^]*the screen "one": \d+ bytes; ` +
        String.raw`the limit is 500\n *the panel "one": \d+ bytes; the limit is 500\nInstead: an import\(\)`,
    ),
  );
});

function settingsIn(manifest: object, declared = {}) {
  const made = smallRemote({}, manifest);
  try {
    return remoteSettings(made.packageDir, declared);
  } finally {
    made.close();
  }
}

test('package.json: the usual limit, one of its own, and words for what it cannot say', () => {
  const settings = (deviceConsole?: object) =>
    settingsIn({ dependencies: { valibot: '1.5.0' }, ...(deviceConsole && { deviceConsole }) });
  const usual = { packages: ['valibot'], bundler: 'webpack', screenLimit: 50_000, accepted: {} };
  assert.deepEqual(settings(), usual);
  assert.deepEqual(settings({ bundler: 'rspack', screenLimit: 9, accepted: { 'a-chart': ['workers'] } }), {
    packages: ['valibot'],
    bundler: 'rspack',
    screenLimit: 9,
    accepted: { 'a-chart': ['workers'] },
  });
  assert.throws(() => settings({ screenLimit: 50_000_000 }), /"deviceConsole\.screenLimit" is at most 200000/);
  assert.throws(() => settings({ screenLimit: '9' }), /"deviceConsole\.screenLimit" is a number of bytes/);
  assert.throws(() => settings({ bundler: 'vite' }), /"deviceConsole\.bundler" is one of webpack, rspack/);
  assert.throws(() => settings({ sizeLimit: 9 }), /knows "bundler", "screenLimit" and "accepted", not "sizeLimit"/);
  assert.throws(
    () => settings({ accepted: { 'a-chart': ['storage'] } }),
    /names, by package, some of written-styles, workers, wasm/,
  );
});

test('package.json: a range of versions is refused, because the next build would hold another', () => {
  for (const valibot of ['^1.5.0', '~1.5.0', '>=1', '1.x', '*', 'latest', '1 || 2'])
    assert.throws(() => settingsIn({ dependencies: { valibot } }), /has valibot as ".+"\. Name one exact version\./);
});

test('package.json: a version of react that the console cannot stand in for is refused, an older one is not', () => {
  const settings = (react: string) => settingsIn({ dependencies: { react } });
  const { version } = readManifest(join(rootDir, 'node_modules', 'react'));
  for (const fine of [version, '19.0.0']) assert.deepEqual(settings(fine).packages, ['react']);
  for (const other of ['18.3.1', '19.99.0', '20.0.0'])
    assert.throws(() => settings(other), new RegExp(`has react ${other}, but the console provides ${version} in its`));
});

test('package.json: a remote whose parts mount themselves has a react of its own', () => {
  const dependencies = { react: '18.3.1' };
  assert.deepEqual(settingsIn({ dependencies }, { mounts: true }).packages, ['react']);
  assert.throws(() => settingsIn({ dependencies }, { mounts: false }), /has react 18\.3\.1/);
});

test('a declaration that lets everybody in, or names a permission that the console has not, is told', () => {
  const screen = { id: 'one', path: 'one', title: 'One', assets: [], audiences: [] };
  const panel = { id: 'two', title: 'Two', order: 1, assets: [] };
  const notes = (more: object, devicePanels: (typeof panel & { anyPermission?: string[] })[] = []): string[] =>
    notesOn({ id: 'mf-a', screens: [{ ...screen, ...more }], contributions: { devicePanels } });
  assert.deepEqual(notes({ permission: 'Reports' }), []);
  assert.deepEqual(notes({ roles: ['ADMIN'] }, [{ ...panel, anyPermission: ['Reports'] }]), []);
  assert.deepEqual(notes({ permission: 'Reports' }, [panel]), [
    '"two" is for everybody who has logged in: it names neither a permission nor roles.',
  ]);
  assert.match(notes({})[0] ?? '', /^"one" is for everybody who has logged in/);
  assert.deepEqual(notes({ permission: 'Warranty' }), [
    '"Warranty" is a permission of your own: the administrator adds it, once, by add-permission.',
  ]);
  const parts = { screens: [{ ...screen, permission: 'Warranty' }], serviceCalls: [{ path: 'claims' }] };
  const more = { ...parts, screens: [...parts.screens, { ...screen, permission: 'Warranty Claims' }] };
  assert.deepEqual(notesOn({ id: 'mf-a', ...parts }, parts), [], 'what is live was told of before');
  assert.deepEqual(
    notesOn({ id: 'mf-a', ...more }, parts).map((note) => note.split(' ')[0]),
    ['"Warranty'],
  );
});

test('what calls a service of its team says what the administrator adds, as the API reads it', () => {
  const serviceCalls = [
    { path: 'claims', permission: 'Reports' },
    { path: 'claims/settle', roles: [], changes: true },
  ];
  const [note = ''] = notesOn({ id: 'mf-a', screens: [], serviceCalls });
  assert.match(note, /^It calls a service of its team, .* SERVICES_FILE \(ADR 0073\):\n/);
  const added = JSON.parse(note.slice(note.indexOf('{')));
  assert.deepEqual(added['mf-a'].calls, serviceCalls);
  assert.deepEqual(Object.keys(added['mf-a']), ['url', 'secret', 'calls']);
});

test('the guide has the table as it is', () => {
  const guide = readFileSync(join(rootDir, 'docs', 'remote-authors-guide.md'), 'utf8');
  const rows = refusals.map(({ what, instead }) => `| ${what} | ${instead} |`);
  const table = ['| refused | instead |', '|---|---|', ...rows].join('\n');
  assert.ok(guide.includes(table), `docs/remote-authors-guide.md holds another table. It has to be:\n${table}`);
  assert.equal(describeRefusal('workers', ['a: b']).includes('`'), false);
});
