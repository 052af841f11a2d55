// The public types of shared-lib's subpaths: what a remote that is built already relies on. A release reports how they
// differ from those of the release before.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import apiExtractor from '@microsoft/api-extractor';
import { compileSources, inWorkFolder } from './compile-sources.mjs';
import { readJson, rootDir } from './paths.mjs';

const { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } = apiExtractor;
const libDir = join(rootDir, 'shared-lib');
/** @typedef {{ readonly name: string, readonly file: string }} Entry A subpath and its source. */
/** @typedef {ReadonlyMap<string, string>} Types What is reported of each subpath. */
/** @typedef {{ gone: string[], text: string }} TypeChanges */

/**
 * The subpaths of the shared-lib in this folder, and the source of each; what is for tests only is no promise to a
 * deployed remote.
 * @returns {Entry[]}
 */
function subpaths(folder = libDir) {
  const { exports } = /** @type {{ exports: Record<string, string> }} */ (readJson(join(folder, 'package.json')));
  return Object.entries(exports)
    .filter(([name, file]) => file.endsWith('.ts') && name !== './testing')
    .map(([name, file]) => ({ name: name.slice(2), file: join(folder, file) }));
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
    return new Map(configs.map(({ name, config }) => [name, report(config, compilerState)]));
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
        reportFileName: name.replaceAll('/', '-'),
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
 * The public types at a tag of the repository in this folder.
 * @type {(tag: string, repository?: string) => Types}
 */
export function publicTypesAt(tag, repository = rootDir) {
  return inWorkFolder((folder) => {
    const archive = execFileSync('git', ['archive', tag, 'shared-lib/package.json', 'shared-lib/src'], {
      cwd: repository,
      maxBuffer: 100_000_000,
    });
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const lib = join(folder, 'shared-lib');
    return publicTypes(subpaths(lib), join(lib, 'src'));
  });
}

/**
 * The tag of the last release, as lerna sets it; null before the first.
 * @type {(repository?: string) => string | null}
 */
export function lastRelease(repository = rootDir) {
  const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*', '--sort=-version:refname'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return tags.split('\n')[0] || null;
}

/**
 * Whether a commit to shared-lib since this tag says that it is a breaking change.
 * @type {(tag: string, repository?: string) => boolean}
 */
export function saysBreaking(tag, repository = rootDir) {
  const log = execFileSync('git', ['log', '--format=%B', `${tag}..HEAD`, '--', 'shared-lib'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return /^(BREAKING CHANGE: |\w+(\([^)]*\))?!: )/m.test(log);
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
 * How the types differ from those of the release before, as `git diff` shows it, and the names that no subpath exports
 * any more.
 * @type {(types: Types, released: Types) => TypeChanges}
 */
export function typeChanges(types, released) {
  const gone = [...released].flatMap(([subpath, before]) => {
    const names = namesIn(types.get(subpath) ?? '');
    return namesIn(before).flatMap((name) => (names.includes(name) ? [] : [`${name} of shared-lib/${subpath}`]));
  });
  return inWorkFolder((folder) => {
    for (const [side, reports] of Object.entries({ released, now: types }))
      for (const [subpath, text] of reports) {
        const file = join(folder, side, `${subpath}.ts`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    const asked = ['diff', '--no-index', '--no-color', '--unified=0', 'released', 'now'];
    const { stdout, stderr } = spawnSync('git', asked, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 });
    if (stderr) throw new Error(`The types cannot be compared: ${stderr}`);
    return { gone, text: stdout.trim() };
  });
}
