// The public types of shared-lib's subpaths: what a remote that is built already relies on. Emitted, and compared with
// their record.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { readJson, rootDir } from './paths.mjs';

const libDir = join(rootDir, 'shared-lib');
const recordDir = join(libDir, 'public-types');
const recordFileOf = (subpath) => `${subpath.replaceAll('/', '-')}.txt`;

/** shared-lib's subpaths and the source of each; what is for tests only is no promise to a deployed remote. */
function subpaths() {
  const { exports } = readJson(join(libDir, 'package.json'));
  return Object.entries(exports)
    .filter(([name, file]) => file.endsWith('.ts') && name !== './testing')
    .map(([name, file]) => ({ name: name.slice(2), file: join(libDir, file) }));
}

/** Every subpath's types now: by name, its exported names and the text of all declarations that they reach. */
export function publicTypes(entries = subpaths()) {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(rootDir, 'tsconfig.base.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(String(messageText));
      },
    },
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      ...options,
      types: ['node'],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      composite: false,
      incremental: false,
    },
  );
  const emitted = new Map();
  program.emit(
    undefined,
    (_path, text, _mark, _error, sources) => {
      for (const { fileName } of sources ?? []) emitted.set(fileName, text);
    },
    undefined,
    true,
  );
  const checker = program.getTypeChecker();
  const borders = new Set(entries.map(({ file }) => file));
  return new Map(
    entries.map(({ name, file }) => {
      const source = program.getSourceFile(file);
      const names = checker
        .getExportsOfModule(checker.getSymbolAtLocation(source))
        .map((symbol) => symbol.name)
        .sort();
      const files = reached(file, emitted, options, borders).sort();
      const parts = files.map((path) => `--- ${relative(join(libDir, 'src'), path)}\n${emitted.get(path).trim()}`);
      return [name, { names, text: `exports: ${names.join(' ')}\n\n${parts.join('\n\n')}\n` }];
    }),
  );
}

/**
 * The sources whose declarations those of `start` import, as far as the next subpath, which has a record of its own.
 */
function reached(start, emitted, options, borders) {
  const seen = new Set([start]);
  const waiting = [start];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const { fileName } of ts.preProcessFile(emitted.get(file)).importedFiles) {
      const found = ts.resolveModuleName(fileName, file, options, ts.sys).resolvedModule?.resolvedFileName;
      if (!found || seen.has(found) || borders.has(found) || !emitted.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  return [...seen];
}

/** What is recorded: shared-lib's version then, and each subpath's text; null when nothing is. */
export function recordedTypes(folder = recordDir) {
  const file = join(folder, 'recorded.json');
  if (!existsSync(file)) return null;
  const { version, subpaths: names } = readJson(file);
  return {
    version,
    texts: new Map(names.map((name) => [name, readFileSync(join(folder, recordFileOf(name)), 'utf8')])),
  };
}

/** Records the types as those of `version`. */
export function recordTypes(types, version, folder = recordDir) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt'))) rmSync(join(folder, name));
  for (const [name, { text }] of types) writeFileSync(join(folder, recordFileOf(name)), text);
  writeFileSync(
    join(folder, 'recorded.json'),
    `${JSON.stringify({ version, subpaths: [...types.keys()] }, null, 1)}\n`,
  );
}

const namesIn = (text) => /^exports: ?(.*)$/m.exec(text)[1].split(' ').filter(Boolean);

/** How the types differ from their record: for each subpath that does, the names and lines that went and came. */
export function typeChanges(types, recorded) {
  const changes = [];
  for (const name of new Set([...recorded.texts.keys(), ...types.keys()])) {
    const before = recorded.texts.get(name) ?? 'exports: ';
    const now = types.get(name)?.text ?? 'exports: ';
    if (before === now) continue;
    const lost = (one, other) => {
      const known = new Set(other.split('\n'));
      return one.split('\n').filter((line) => line.trim() && !line.startsWith('exports:') && !known.has(line));
    };
    changes.push({
      name,
      removed: namesIn(before).filter((exported) => !namesIn(now).includes(exported)),
      gone: lost(before, now),
      came: lost(now, before),
    });
  }
  return changes;
}

/** What the gate says about the changes. */
export function describeChanges(changes, recordedVersion, version) {
  const shown = (mark, lines) => [
    ...lines.slice(0, 15).map((line) => `  ${mark} ${line.trim()}`),
    ...(lines.length > 15 ? [`  ${mark} … and ${lines.length - 15} more lines`] : []),
  ];
  const parts = changes.map(({ name, removed, gone, came }) =>
    [
      `shared-lib/${name}: its public types are not those recorded with version ${recordedVersion}.`,
      ...(removed.length > 0
        ? [
            `  It no longer exports ${removed.join(', ')}. That breaks remotes that are published: keep the ` +
              'names, and put what is different into a new subpath (docs/adr/0007-shared-lib-is-additive.md).',
          ]
        : []),
      ...(removed.length === 0 && gone.length > 0
        ? [
            '  Something that was there is different. If a remote built before could notice, it is a break: put ' +
              'it into a new subpath (docs/adr/0007-shared-lib-is-additive.md).',
          ]
        : []),
      ...shown('-', gone),
      ...shown('+', came),
    ].join('\n'),
  );
  const bump =
    version === recordedVersion
      ? `Raise the version in shared-lib/package.json (it is ${version}), then run npm run public-types and ` +
        'commit what it records.'
      : 'Run npm run public-types and commit what it records.';
  return [...parts, bump].join('\n');
}

/** Throws, with what to do, when the types differ from their record or none is there. */
export function checkPublicTypes() {
  const recorded = recordedTypes();
  if (!recorded)
    throw new Error(
      'The public types of shared-lib are not recorded. Run npm run public-types and commit what it records.',
    );
  const { version } = readJson(join(libDir, 'package.json'));
  const changes = typeChanges(publicTypes(), recorded);
  if (changes.length > 0) throw new Error(describeChanges(changes, recorded.version, version));
}
