// Checks a remote's own sources, and the files that they import, against the table of refusals.
/** @import { BundleModule, BundlerCompilation, ModuleGraph } from '../bundler.mjs' */
/** @import { RemoteSettings } from './remote-settings.mjs' */
/** @import { Refuse, SourceFault } from './table.mjs' */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { dependenciesOf } from '../bundler.mjs';
import { isScript, sourceFaults } from './scan-source.mjs';
import { styleFaults } from './style-faults.mjs';
import { refusalOf } from './table.mjs';

/**
 * What a check of a build needs: the remote's folder and settings, the requests that the host provides, and the names
 * that shared-lib's modules export.
 * @typedef {{
 * packageDir: string,
 * settings: RemoteSettings,
 * shared: readonly string[],
 * names: ReadonlyMap<string, ReadonlySet<string>>,
 * }} Looked
 */

/** The largest image, in bytes. */
const IMAGE_LIMIT = 24_000;

const sharedLib = '@device-console/shared-lib';

/** @type {(request: string) => boolean} */
const isBare = (request) => /^[@a-z0-9]/i.test(request) && !/^[a-z]+:/.test(request) && !request.includes('!');
/** @type {(request: string) => string} */
const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
/** @type {(request: string) => boolean} */
const isCopy = (request) => refusalOf('second-copies').imports?.some((pattern) => pattern.test(request)) ?? false;
/** @type {(module: BundleModule) => string | null} */
const fileOf = ({ resource }) =>
  typeof resource === 'string' && !resource.startsWith('data:') ? (resource.split('?')[0] ?? null) : null;

/**
 * The name of the package that a file belongs to; null for files of no installed package.
 * @type {(file: string) => string | null}
 */
function packageWithin(file) {
  const [, ...inside] = file.split(`${sep}node_modules${sep}`);
  return inside.length === 0 ? null : packageOf((inside.at(-1) ?? '').split(sep).join('/'));
}

/** @type {(packageDir: string, file: string) => string} */
export const placeIn = (packageDir, file) => (isAbsolute(file) ? relative(packageDir, file) : file);

/** @type {(compilation: BundlerCompilation, looked: Looked, refuse: Refuse) => void} */
export function moduleFaults(compilation, { packageDir, settings, shared, names }, refuse) {
  const { moduleGraph, chunkGraph } = compilation;
  /** @type {(file: string) => boolean} */
  const isOwn = (file) => file.startsWith(packageDir + sep) && packageWithin(file) === null;
  /** @type {Map<BundleModule, string>} */
  const reached = new Map();
  for (const module of compilation.modules) {
    const file = fileOf(module);
    if (file !== null && isOwn(file)) reached.set(module, file);
  }
  for (const [module, file] of reached) {
    const name = packageWithin(file);
    if (name === null) {
      lookAtOwn(module, file, placeIn(packageDir, file), refuse);
      lookAtImports(module, placeIn(packageDir, file), { moduleGraph, settings, shared, names }, refuse);
    } else if (file.endsWith('.css') || [...chunkGraph.getModuleChunksIterable(module)].length > 0)
      lookAtPackage(file, name, settings, refuse);
    for (const { next, nextFile } of followed(module, file, moduleGraph)) {
      const nextName = packageWithin(nextFile);
      const brings =
        name !== null && nextName !== name && nextName !== null && (isCopy(nextName) || nextName === 'react');
      if (brings) refuse('second-copies', `the package ${name}`, `it brings ${nextName} with it`);
      else if (nextName !== null || isOwn(nextFile)) reached.set(next, nextFile);
      else refuse('foreign-files', placeIn(packageDir, file), placeIn(packageDir, nextFile));
    }
  }
}

/**
 * The modules that a module imports, except shared-lib's and those that are already refused.
 * @type {(module: BundleModule, file: string, moduleGraph: ModuleGraph) => { next: BundleModule, nextFile: string }[]}
 */
function followed(module, file, moduleGraph) {
  return dependenciesOf(module).flatMap((dependency) => {
    const { request } = dependency;
    const isRefused =
      typeof request === 'string' &&
      (isCopy(request) || request.startsWith(`${sharedLib}/`)) &&
      packageWithin(file) === null;
    const next = isRefused ? null : moduleGraph.getModule(dependency);
    const nextFile = next && fileOf(next);
    return next && nextFile ? [{ next, nextFile }] : [];
  });
}

/** @type {(module: BundleModule, file: string, place: string, refuse: Refuse) => void} */
function lookAtOwn({ type, error }, file, place, refuse) {
  // The build has already reported this error.
  if (error) return;
  /** @type {(fault: SourceFault) => void} */
  const tell = ({ id, line, found }) => refuse(id, `${place}:${line}`, found);
  if (type.startsWith('asset/')) lookAtImage(file, place, refuse);
  else if (file.endsWith('.module.css')) styleFaults(readFileSync(file, 'utf8'), place).forEach(tell);
  else if (file.endsWith('.css')) refuse('page-styles', place, 'a plain style sheet');
  else if (isScript(file)) sourceFaults(readFileSync(file, 'utf8'), { file: place }).forEach(tell);
}

/** @type {(file: string, place: string, refuse: Refuse) => void} */
function lookAtImage(file, place, refuse) {
  const { size } = statSync(file);
  if (size > IMAGE_LIMIT) refuse('large-images', place, `it has ${size} bytes`);
}

/**
 * @type {(module: BundleModule, place: string, looked: Omit<Looked, 'packageDir'> & { moduleGraph: ModuleGraph },
 *   refuse: Refuse) => void}
 */
function lookAtImports(module, place, { moduleGraph, settings, shared, names }, refuse) {
  for (const dependency of dependenciesOf(module)) {
    const { request } = dependency;
    if (typeof request !== 'string' || !isBare(request) || isCopy(request)) continue;
    const name = packageOf(request);
    if (name === sharedLib && !shared.includes(request)) refuse('second-copies', place, request);
    else if (!settings.packages.includes(name)) refuse('undeclared-packages', place, name);
    const [wanted] = dependency.getIds?.(moduleGraph) ?? dependency.ids ?? [];
    const isMissing = wanted !== undefined && names.get(request)?.has(wanted) === false;
    if (isMissing) refuse('names', place, `${request} exports no "${wanted}"`);
  }
}

/** @type {(file: string, name: string, settings: RemoteSettings, refuse: Refuse) => void} */
function lookAtPackage(file, name, { accepted }, refuse) {
  if (file.endsWith('.css')) refuse('page-styles', `the package ${name}`, file.slice(file.lastIndexOf(name)));
  else if (isScript(file)) {
    const faults = sourceFaults(readFileSync(file, 'utf8'), { file, isPackage: true }).filter(
      ({ id }) => !accepted[name]?.includes(id),
    );
    for (const { id, found } of faults) refuse(id, `the package ${name}`, found);
  }
}
