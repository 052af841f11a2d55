// Looks through the files that a remote's own sources lead to in a build, for what the table refuses.
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { isScript, sourceFaults } from './scan-source.mjs';
import { styleFaults } from './style-faults.mjs';
import { IMAGE_LIMIT, refusalOf } from './table.mjs';

const sharedLib = '@device-console/shared-lib';

const isBare = (request) => /^[@a-z0-9]/i.test(request) && !/^[a-z]+:/.test(request) && !request.includes('!');
const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
const isCopy = (request) => refusalOf('second-copies').imports.some((pattern) => pattern.test(request));
const fileOf = ({ resource }) =>
  typeof resource === 'string' && !resource.startsWith('data:') ? resource.split('?')[0] : null;

/** The dependencies of a module, those behind an `import()` included. */
const dependenciesOf = ({ dependencies, blocks }) => [...dependencies, ...blocks.flatMap(dependenciesOf)];

/** The name of the package that a file belongs to; null for files of no installed package. */
function packageWithin(file) {
  const [, ...inside] = file.split(`${sep}node_modules${sep}`);
  return inside.length === 0 ? null : packageOf(inside.at(-1).split(sep).join('/'));
}

/** A file as the remote's authors call it. */
export const placeIn = (packageDir, file) => (isAbsolute(file) ? relative(packageDir, file) : file);

/**
 * Tells `refuse(id, place, found)` of every fault. `settings` are those of the remote's package.json; `shared` are the
 * requests that the host provides; `names` what those of shared-lib export.
 */
export function moduleFaults(compilation, { packageDir, settings, shared, names }, refuse) {
  const { moduleGraph, chunkGraph } = compilation;
  const isOwn = (file) => file.startsWith(packageDir + sep) && packageWithin(file) === null;
  const reached = new Set([...compilation.modules].filter((module) => isOwn(fileOf(module) ?? '')));
  for (const module of reached) {
    const file = fileOf(module);
    const name = packageWithin(file);
    if (name === null) {
      lookAtOwn(module, file, placeIn(packageDir, file), refuse);
      lookAtImports(module, placeIn(packageDir, file), { moduleGraph, settings, shared, names }, refuse);
    } else if (file.endsWith('.css') || [...chunkGraph.getModuleChunksIterable(module)].length > 0)
      lookAtPackage(file, name, settings, refuse);
    for (const next of followed(module, moduleGraph)) {
      const nextFile = fileOf(next);
      const nextName = packageWithin(nextFile);
      const brings =
        name !== null && nextName !== name && nextName !== null && (isCopy(nextName) || nextName === 'react');
      if (brings) refuse('second-copies', `the package ${name}`, `it brings ${nextName} with it`);
      else if (nextName !== null || isOwn(nextFile)) reached.add(next);
      else refuse('foreign-files', placeIn(packageDir, file), placeIn(packageDir, nextFile));
    }
  }
}

/** The files that a module leads to, but for those whose import is refused already, and what shared-lib consists of. */
function followed(module, moduleGraph) {
  return dependenciesOf(module).flatMap((dependency) => {
    const { request } = dependency;
    const isRefused =
      typeof request === 'string' &&
      (isCopy(request) || request.startsWith(`${sharedLib}/`)) &&
      packageWithin(fileOf(module)) === null;
    const next = isRefused ? null : moduleGraph.getModule(dependency);
    return next && fileOf(next) !== null ? [next] : [];
  });
}

function lookAtOwn({ type, error }, file, place, refuse) {
  // The build has said already what of it cannot be read.
  if (error) return;
  const tell = ({ id, line, found }) => refuse(id, `${place}:${line}`, found);
  if (type.startsWith('asset/')) lookAtImage(file, place, refuse);
  else if (file.endsWith('.module.css')) styleFaults(readFileSync(file, 'utf8')).forEach(tell);
  else if (file.endsWith('.css')) refuse('page-styles', place, 'a plain style sheet');
  else if (isScript(file)) sourceFaults(readFileSync(file, 'utf8'), { file: place }).forEach(tell);
}

function lookAtImage(file, place, refuse) {
  const { size } = statSync(file);
  if (size > IMAGE_LIMIT) refuse('large-images', place, `it has ${size} bytes`);
}

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

function lookAtPackage(file, name, { accepted }, refuse) {
  if (file.endsWith('.css')) refuse('page-styles', `the package ${name}`, file.slice(file.lastIndexOf(name)));
  else if (isScript(file)) {
    const faults = sourceFaults(readFileSync(file, 'utf8'), { file, isPackage: true }).filter(
      ({ id }) => !accepted[name]?.includes(id),
    );
    for (const { id, found } of faults) refuse(id, `the package ${name}`, found);
  }
}
