// Checks a remote's own sources, and the files that they import, against the table of refusals.
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { type BundleModule, type BundlerCompilation, type ModuleGraph, dependenciesOf } from '../bundler.ts';
import { isScript, sourceFaults } from './lint-rule.ts';
import { styleFaults } from './style-faults.ts';
import { type Refuse, type SourceFault, refusalOf } from './table.ts';
import type { RemoteSettings } from './remote-settings.ts';

/**
 * What a check of a build needs: the remote's folder and settings, the requests that the host provides, and the names
 * that shared-lib's modules export.
 */
export type Looked = {
  packageDir: string;
  settings: RemoteSettings;
  shared: readonly string[];
  names: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The largest image, in bytes. */
const IMAGE_LIMIT = 24_000;

const sharedLib = '@device-console/shared-lib';

const isBare = (request: string) => /^[@a-z0-9]/i.test(request) && !/^[a-z]+:/.test(request) && !request.includes('!');
const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
const isCopy = (request: string): boolean =>
  refusalOf('second-copies').imports?.some((pattern) => pattern.test(request)) ?? false;
const fileOf = ({ resource }: BundleModule): string | null =>
  typeof resource === 'string' && !resource.startsWith('data:') ? (resource.split('?')[0] ?? null) : null;

/** The name of the package that a file belongs to; null for files of no installed package. */
function packageWithin(file: string): string | null {
  const [, ...inside] = file.split(`${sep}node_modules${sep}`);
  return inside.length === 0 ? null : packageOf((inside.at(-1) ?? '').split(sep).join('/'));
}

export const placeIn = (packageDir: string, file: string) => (isAbsolute(file) ? relative(packageDir, file) : file);

export function moduleFaults(
  compilation: BundlerCompilation,
  { packageDir, settings, shared, names }: Looked,
  refuse: Refuse,
): void {
  const { moduleGraph, chunkGraph } = compilation;
  const isOwn = (file: string): boolean => file.startsWith(packageDir + sep) && packageWithin(file) === null;
  const reached: Map<BundleModule, string> = new Map();
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

/** The modules that a module imports, except shared-lib's and those that are already refused. */
function followed(module: BundleModule, file: string, moduleGraph: ModuleGraph) {
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

function lookAtOwn({ type, error }: BundleModule, file: string, place: string, refuse: Refuse): void {
  // The build has already reported this error.
  if (error) return;
  const tell = ({ id, line, found }: SourceFault): void => refuse(id, `${place}:${line}`, found);
  if (type.startsWith('asset/')) {
    const { size } = statSync(file);
    if (size > IMAGE_LIMIT) refuse('large-images', place, `it has ${size} bytes`);
  } else if (file.endsWith('.module.css')) styleFaults(readFileSync(file, 'utf8'), place).forEach(tell);
  else if (file.endsWith('.css')) refuse('page-styles', place, 'a plain style sheet');
  else if (isScript(file)) sourceFaults(readFileSync(file, 'utf8'), { file: place }).forEach(tell);
}

function lookAtImports(
  module: BundleModule,
  place: string,
  { moduleGraph, settings, shared, names }: Omit<Looked, 'packageDir'> & { moduleGraph: ModuleGraph },
  refuse: Refuse,
): void {
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

function lookAtPackage(file: string, name: string, { accepted }: RemoteSettings, refuse: Refuse): void {
  if (file.endsWith('.css')) refuse('page-styles', `the package ${name}`, file.slice(file.lastIndexOf(name)));
  else if (isScript(file))
    for (const { id, found } of sourceFaults(readFileSync(file, 'utf8'), { file, isPackage: true }))
      if (!accepted[name]?.includes(id)) refuse(id, `the package ${name}`, found);
}
