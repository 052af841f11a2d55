// The public types of shared-lib's subpaths: what a remote that is built already relies on. Reported by API Extractor,
// and compared with their record.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import apiExtractor from '@microsoft/api-extractor';
import { compileSources, inWorkFolder } from './compile-sources.mjs';
import { readJson, readManifest, rootDir } from './paths.mjs';

const { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } = apiExtractor;
const libDir = join(rootDir, 'shared-lib');
const recordDir = join(libDir, 'public-types');
const ending = '.api.md';
/** @typedef {{ readonly name: string, readonly file: string }} Entry A subpath and its source. */
/** @typedef {ReadonlyMap<string, { readonly text: string }>} Types What is reported of each subpath. */
/** @typedef {{ version: string, texts: ReadonlyMap<string, string> }} RecordedTypes */
/** @typedef {{ name: string, removed: string[], gone: string[], came: string[] }} TypeChange */

/** @param {string} subpath */
const recordFileOf = (subpath) => `${subpath.replaceAll('/', '-')}${ending}`;

/**
 * shared-lib's subpaths and the source of each; what is for tests only is no promise to a deployed remote.
 * @returns {Entry[]}
 */
function subpaths() {
  const { exports } = /** @type {{ exports: Record<string, string> }} */ (readJson(join(libDir, 'package.json')));
  return Object.entries(exports)
    .filter(([name, file]) => file.endsWith('.ts') && name !== './testing')
    .map(([name, file]) => ({ name: name.slice(2), file: join(libDir, file) }));
}

/**
 * Every subpath's types now: by name, what API Extractor reports of its exports and of all types that they reach,
 * whichever subpath those belong to. `sourceDir` holds the sources.
 * @type {(entries?: readonly Entry[], sourceDir?: string) => Types}
 */
export function publicTypes(entries = subpaths(), sourceDir = join(libDir, 'src')) {
  return inWorkFolder((folder) => {
    const outDir = join(folder, 'types');
    const files = [...entries.map(({ file }) => file), join(libDir, 'src', 'css.d.ts')];
    compileSources({ files, rootDir: sourceDir, outDir, hasCode: false });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@device-console/shared-lib' }));
    const configs = entries.map(({ name, file }) => ({
      name,
      config: extractorConfig(folder, name, join(outDir, relative(sourceDir, file).replace(/\.ts$/, '.d.ts'))),
    }));
    const [first] = configs;
    if (!first) throw new Error('There is no subpath whose types could be reported.');
    const additionalEntryPoints = configs.map(({ config }) => config.mainEntryPointFilePath);
    const compilerState = CompilerState.create(first.config, { additionalEntryPoints });
    return new Map(configs.map(({ name, config }) => [name, { text: report(config, compilerState) }]));
  });
}

/** @type {(projectFolder: string, name: string, mainEntryPointFilePath: string) => apiExtractor.ExtractorConfig} */
function extractorConfig(projectFolder, name, mainEntryPointFilePath) {
  const unsaid = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObjectFullPath: join(projectFolder, 'api-extractor.json'),
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath,
      compiler: { overrideTsconfig: { extends: join(libDir, 'tsconfig.json'), include: ['types'] } },
      apiReport: {
        enabled: true,
        reportFileName: recordFileOf(name).slice(0, -ending.length),
        reportFolder: projectFolder,
        reportTempFolder: join(projectFolder, 'before'),
        includeForgottenExports: true,
      },
      newlineKind: 'lf',
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: unsaid, extractorMessageReporting: unsaid, tsdocMessageReporting: unsaid },
    },
  });
}

/**
 * The report's code, without its remarks on comments: a comment may change freely.
 * @type {(config: apiExtractor.ExtractorConfig, compilerState: apiExtractor.CompilerState) => string}
 */
function report(config, compilerState) {
  Extractor.invoke(config, { localBuild: true, compilerState, messageCallback: heard });
  const text = readFileSync(config.reportFilePath, 'utf8');
  const code = /^```ts\n([^]*?)^```$/m.exec(text)?.[1] ?? '';
  return `${code.replaceAll(/^ *\/\/ (@\w+( \S+)*|\(undocumented\)|\(No @packageDocumentation).*\n/gm, '').trim()}\n`;
}

/**
 * What goes wrong ends the work; that a report is new or another one is what is looked for.
 * @param {apiExtractor.ExtractorMessage} message
 */
function heard(message) {
  if (message.category !== 'console' && message.logLevel === 'error')
    throw new Error(message.formatMessageWithLocation(libDir));
  message.handled = true;
}

/**
 * What is recorded: shared-lib's version then, and each subpath's text; null when nothing is.
 * @returns {RecordedTypes | null}
 */
export function recordedTypes(folder = recordDir) {
  const file = join(folder, 'recorded.json');
  if (!existsSync(file)) return null;
  const { version, subpaths: names } = /** @type {{ version: string, subpaths: string[] }} */ (readJson(file));
  return {
    version,
    texts: new Map(names.map((name) => [name, readFileSync(join(folder, recordFileOf(name)), 'utf8')])),
  };
}

/**
 * Records the types as those of `version`.
 * @type {(types: Types, version: string, folder?: string) => void}
 */
export function recordTypes(types, version, folder = recordDir) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith(ending))) rmSync(join(folder, name));
  for (const [name, { text }] of types) writeFileSync(join(folder, recordFileOf(name)), text);
  writeFileSync(
    join(folder, 'recorded.json'),
    `${JSON.stringify({ version, subpaths: [...types.keys()] }, null, 1)}\n`,
  );
}

/**
 * What a report says is exported: declarations, and names of other packages.
 * @type {(text: string) => string[]}
 */
const namesIn = (text) =>
  [...text.matchAll(/^export (?:(?:declare |abstract )*[a-z]+ ([\w$]+)|\{ ([^}]*) \})/gm)].flatMap(([, name, list]) =>
    name === undefined ? (list ?? '').split(', ') : [name],
  );

/**
 * How the types differ from their record: for each subpath that does, the names and lines that went and came.
 * @type {(types: Types, recorded: RecordedTypes) => TypeChange[]}
 */
export function typeChanges(types, recorded) {
  const changes = [];
  for (const name of new Set([...recorded.texts.keys(), ...types.keys()])) {
    const before = recorded.texts.get(name) ?? '';
    const now = types.get(name)?.text ?? '';
    if (before === now) continue;
    /** @type {(one: string, other: string) => string[]} */
    const lost = (one, other) => {
      const known = new Set(other.split('\n'));
      return one.split('\n').filter((line) => line.trim() && !known.has(line));
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

/**
 * What the gate says about the changes.
 * @type {(changes: readonly TypeChange[], recordedVersion: string, version: string) => string}
 */
export function describeChanges(changes, recordedVersion, version) {
  /** @type {(mark: string, lines: readonly string[]) => string[]} */
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
  const { version } = readManifest(libDir);
  const changes = typeChanges(publicTypes(), recorded);
  if (changes.length > 0) throw new Error(describeChanges(changes, recorded.version, version));
}
