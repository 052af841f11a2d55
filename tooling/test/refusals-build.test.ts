import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type SmallBuild, buildSmall, smallRemote } from '../test-support/small-remote.ts';
import { defined } from '../test-support/values.ts';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A remote with one of nearly everything that a build refuses. */
const faultyFiles = {
  'src/screen.tsx': [
    "import './page.css';",
    "import classes from './screen.module.css';",
    "import photo from './photo.jpg';",
    "import { Button, Nonsense } from '@device-console/shared-lib/ui';",
    "import { atom } from 'jotai';",
    "import * as v from 'valibot';",
    "import { missing } from './other.ts';",
    "import { Screen as Audit } from '../../../../mf-reports/src/audit/audit-screen.tsx';",
    "import song from './song.mp3';",
    "new Worker(new URL('./other.ts', import.meta.url));",
    'export const Screen = () => <p className={classes.one}><img src={photo} /><Button>{Nonsense}{String([atom, ' +
      'v, missing, Audit, song])}</Button></p>;',
  ].join('\n'),
  'src/page.css': 'body { color: red; }',
  'src/screen.module.css':
    '@font-face { font-family: x; src: url(./x.woff2); }\n.one { color: red; }\nbutton { color: red; }',
  'src/fonts.module.css': '.two { src: url(./x.woff2); }',
  'src/other.ts': "import classes from './fonts.module.css';\nexport const present = classes;",
  'src/x.woff2': 'a font',
  'src/song.mp3': 'a song',
  'src/photo.jpg': Buffer.alloc(30_000),
  'public/readme.txt': 'published?',
};

/** The rows of the table that refuse it. */
const refusedRows = [
  'foreign-files',
  'large-images',
  'names',
  'other-files',
  'page-styles',
  'second-copies',
  'undeclared-packages',
  'workers',
];

/**
 * Builds a remote. Returns the places of its faults by id, their texts, and what `look` returns for the files built.
 */
async function built<Look = null>(
  files: Parameters<typeof smallRemote>[0],
  manifest: object,
  look: (build: Pick<SmallBuild, 'dist' | 'files'>) => Look | null = () => null,
) {
  const made = smallRemote(files, manifest);
  try {
    const { faults, warnings, ...rest } = await buildSmall(made);
    assert.deepEqual(warnings, []);
    const found: Record<string, string[]> = {};
    for (const text of faults) {
      const id = /^Refused: .*\[([a-z-]+)\]$/m.exec(text)?.[1] ?? 'other';
      const places = text.split('\n').filter((line) => line.startsWith('  '));
      found[id] = [...(found[id] ?? []), ...places.map((line) => line.trim())];
    }
    return { faults: found, texts: faults, look: look(rest) };
  } finally {
    made.close();
  }
}

test('a build refuses what its files show, names file and line, and writes nothing', async () => {
  const { faults, texts, look } = await built(faultyFiles, {}, ({ files }) => files);
  assert.deepEqual(Object.keys(faults).toSorted(), refusedRows);
  assert.deepEqual(
    faults['names']?.map((place) => place.replace(/ \(.*/, '')),
    ["src/screen.tsx: export 'missing'", 'src/screen.tsx: @device-console/shared-lib/ui exports no "Nonsense"'],
  );
  assert.deepEqual(faults['undeclared-packages'], ['src/screen.tsx: valibot']);
  assert.deepEqual(faults['foreign-files'], ['src/screen.tsx: ../../../mf-reports/src/audit/audit-screen.tsx']);
  assert.deepEqual(faults['second-copies'], ['src/screen.tsx:5: jotai']);
  assert.ok(
    faults['page-styles']?.includes('src/screen.tsx:1: ./page.css') &&
      faults['page-styles'].includes('src/screen.module.css: button'),
  );
  assert.deepEqual(faults['workers'], ['src/screen.tsx:10: Worker']);
  assert.deepEqual(faults['large-images'], ['src/photo.jpg: it has 30000 bytes']);
  assert.ok(
    faults['other-files']?.some((place) => place.startsWith('src/song.mp3: ')) &&
      faults['other-files'].some((place) => place.startsWith('public: ')),
  );
  assert.match(texts.join('\n'), /\n {2}src\/x\.woff2: it would be published as /);
  assert.match(texts.join('\n'), /^Refused: a name that[^]*\nInstead: import what is exported there/m);
  assert.deepEqual(look, []);
});

test('images and declared packages are part of hashed scripts and styles, and nothing else comes out', async () => {
  const { texts, look } = await built(
    {
      'src/screen.tsx': [
        "import * as v from 'valibot';",
        "import photo from './photo.png';",
        "import classes from './screen.module.css';",
        'export const Screen = () => <p className={classes.one}><img src={photo} alt="" ' +
          '/>{String(v.parse(v.string(), "a"))}</p>;',
      ].join('\n'),
      'src/screen.module.css': '.one { background: url(./photo.png); }\n.one button, .one:hover { color: red; }',
      'src/photo.png': picture,
    },
    { dependencies: { '@device-console/shared-lib': '1.0.0', react: '19.3.1', valibot: '1.5.0' } },
    ({ dist, files }) => {
      const textOf = (ending: string): string =>
        files
          .filter((file) => file.endsWith(ending))
          .map((file) => readFileSync(join(dist, file), 'utf8'))
          .join('');
      return { files, script: textOf('.js'), style: textOf('.css') };
    },
  );
  assert.deepEqual(texts, []);
  const data = `data:image/png;base64,${picture.toString('base64')}`;
  const { script, style, files } = defined(look);
  assert.ok(script.includes(data) && style.includes(data));
  assert.deepEqual(
    files.filter((file) => !/\.(js|css)(\.map)?$/.test(file)),
    ['mf-manifest.json', 'mf-stats.json', 'remote.json'],
  );
});

test('a package that would break or leak is named; what its code never reaches can be accepted for it', async () => {
  const code =
    "import { flushSync } from 'react-dom';\nimport './chart.css';\nexport function draw() { " +
    "document.createElement('style'); new Worker('x'); return flushSync; }";
  const chart = (name: string): Record<string, string> => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: code,
    [`node_modules/${name}/chart.css`]: '.chart { color: red; }',
  });
  const screen =
    "import { draw } from 'a-chart';\nimport { draw as other } from 'b-chart';\n" +
    'export const Screen = () => <p>{draw()}{other()}</p>;';
  const { faults } = await built(
    { 'src/screen.tsx': screen, ...chart('a-chart'), ...chart('b-chart') },
    {
      dependencies: { '@device-console/shared-lib': '1.0.0', react: '19.3.1', 'a-chart': '1.0.0', 'b-chart': '1.0.0' },
      deviceConsole: { accepted: { 'b-chart': ['workers', 'written-styles'] } },
    },
  );
  assert.deepEqual(faults, {
    'second-copies': [
      'the package a-chart: it brings react-dom with it',
      'the package b-chart: it brings react-dom with it',
    ],
    'page-styles': ['the package a-chart: a-chart/chart.css', 'the package b-chart: b-chart/chart.css'],
    'written-styles': ["the package a-chart: document.createElement('style')"],
    workers: ['the package a-chart: Worker'],
  });
});

test('Rspack refuses the same', async () => {
  const made = smallRemote(faultyFiles);
  try {
    const { faults, files } = await buildSmall(made, { by: 'rspack' });
    const refused = faults.map((text) => /Refused: .*\[([a-z-]+)\]/.exec(text)?.[1]).filter(Boolean);
    assert.deepEqual([...new Set(refused)].toSorted(), refusedRows);
    assert.match(faults.join('\n'), /export 'missing' .* was not found in '\.\/other\.ts'/);
    assert.match(faults.join('\n'), /Selector "button" is not pure/);
    assert.deepEqual(files, []);
  } finally {
    made.close();
  }
});

test('a source that breaks during a build is a fault as others are: thrown, it would end a dev server', async () => {
  const made = smallRemote();
  try {
    const { faults } = await buildSmall(made, {
      onModulesBuilt: () => writeFileSync(join(made.packageDir, 'src', 'screen.tsx'), 'export const = 1;'),
    });
    assert.match(faults.join('\n'), /^src\/screen\.tsx cannot be read: .*\(line 1\)/m);
  } finally {
    made.close();
  }
});
