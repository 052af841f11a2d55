// A remote's build as it is published: its declaration, the files that go with it, and the name of its folder.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readDeclaration } from './rules.mjs';

// Source maps are for developers; names with a dot are the build's own notes.
const isPublished = (path) => !path.endsWith('.map') && !path.split('/').some((name) => name.startsWith('.'));

function filesBelow(folder) {
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** The name of a build's folder. The declaration names every file by its hash, so equal names are equal builds. */
export const folderNameOf = (document) =>
  `${document.version}-${createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)}`;

/** Every file that a declaration names, with its hash. */
function namedFiles(declaration) {
  const all = [declaration.entry, ...(declaration.assets ?? []), ...declaration.screens.flatMap(({ assets }) => assets)];
  return [...new Map(all.map((asset) => [`${asset.file} ${asset.integrity}`, asset])).values()];
}

/** What is wrong with a build's files, told by `bytesOf(name)`, which answers null for a file that is not there. */
export async function fileProblems(declaration, bytesOf) {
  const problems = [];
  for (const { file, integrity } of namedFiles(declaration)) {
    const bytes = await bytesOf(file);
    if (!bytes) problems.push(`${file} is missing`);
    else if (`sha384-${createHash('sha384').update(bytes).digest('base64')}` !== integrity) problems.push(`${file} has another content than its hash in remote.json`);
  }
  return problems;
}

/** Reads and checks the build of the remote `id` in `distDir`: `{ document, folder, files }`. */
export async function readBuild(distDir, id) {
  const declarationFile = join(distDir, 'remote.json');
  if (!existsSync(declarationFile)) throw new Error(`${distDir} is not the build of a remote: it holds no remote.json. Build it with npm run build.`);
  const document = JSON.parse(readFileSync(declarationFile, 'utf8'));
  const declaration = readDeclaration(document, declarationFile);
  if (declaration.id !== id) throw new Error(`${declarationFile} is of ${declaration.id}, not of ${id}.`);
  const files = new Map(filesBelow(distDir).map((path) => [relative(distDir, path).replaceAll('\\', '/'), path])
    .filter(([name]) => isPublished(name)).map(([name, path]) => [name, readFileSync(path)]));
  const problems = await fileProblems(declaration, (name) => files.get(name) ?? null);
  const assets = (declaration.assets ?? []).map(({ file }) => file);
  const unnamed = assets.length === 0 ? [] : [...files.keys()].filter((name) => /\.(js|css)$/.test(name) && !assets.includes(name));
  problems.push(...unnamed.map((name) => `${name} is not named in remote.json`));
  if (problems.length > 0) throw new Error(`The build in ${distDir} is not whole: ${problems.join('; ')}. Build it again.`);
  return { document, declaration, folder: folderNameOf(document), files };
}
