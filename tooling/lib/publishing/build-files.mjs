// A remote's build to publish: its declaration, its files, and the name of its folder.
/** @import { Asset, RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
/** @import { RemoteDocument } from './rules.mjs' */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { integrityOf } from '../assets.mjs';
import { partsOf, readDeclaration } from './rules.mjs';
import { isStorePath, knownEndings, typeOfFile } from './store.mjs';

/**
 * @typedef {(name: string) => Buffer | null | Promise<Buffer | null>} BytesOf
 *
 * A build in a store: its declaration as written and as parsed, and the name of its folder.
 * @typedef {{ document: RemoteDocument, declaration: RemoteDeclaration, folder: string }} StoredBuild
 * @typedef {StoredBuild & { files: Map<string, Buffer<ArrayBuffer>>, maps: Map<string, Buffer<ArrayBuffer>> }} Build
 */

// Source maps are stored separately. Names that start with a dot are the build's own notes.
/** @type {(path: string) => boolean} */
const isMap = (path) => path.endsWith('.map');
/** @type {(path: string) => boolean} */
const isNote = (path) => path.split('/').some((name) => name.startsWith('.'));

/** @type {(folder: string) => string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/**
 * The declaration contains the hash of every file, so equal names mean equal builds.
 * @type {(document: RemoteDocument) => string}
 */
export const folderNameOf = (document) =>
  `${document.version}-${createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)}`;

/** @type {(baseUrl: string) => string} */
export const folderOfRelease = (baseUrl) => new URL(baseUrl).pathname.split('/').at(-2) ?? '';

/**
 * True if {@link folderNameOf} could have made the name. Such a name cannot lead out of its parent folder.
 * @type {(name: unknown) => boolean}
 */
export const isVersionFolder = (name) => typeof name === 'string' && /^\d[A-Za-z0-9.+-]*-[0-9a-f]{16}$/.test(name);

/** @type {(declaration: RemoteDocument) => Pick<Asset, 'file' | 'integrity'>[]} */
function namedFiles(declaration) {
  const ofParts = partsOf(declaration).flatMap(({ part }) => part.assets);
  const texts = Object.values(declaration.languages ?? {});
  const all = [declaration.entry, ...(declaration.assets ?? []), ...ofParts, ...texts];
  return [...new Map(all.map((asset) => [`${asset.file} ${asset.integrity}`, asset])).values()];
}

/**
 * Files that are missing, or have another hash than declared.
 * @type {(declaration: RemoteDocument, bytesOf: BytesOf) => Promise<string[]>}
 */
export async function fileProblems(declaration, bytesOf) {
  const problems = [];
  for (const { file, integrity } of namedFiles(declaration)) {
    const bytes = await bytesOf(file);
    if (!bytes) problems.push(`${file} is missing`);
    else if (integrityOf(bytes) !== integrity)
      problems.push(`${file} has another content than its hash in remote.json`);
  }
  return problems;
}

/**
 * Throws if the build is incomplete, or contains files that its declaration does not name.
 * @type {(distDir: string, id: string) => Promise<Build>}
 */
export async function readBuild(distDir, id) {
  const declarationFile = join(distDir, 'remote.json');
  if (!existsSync(declarationFile))
    throw new Error(`${distDir} is not the build of a remote: it holds no remote.json. Build it with npm run build.`);
  const document = /** @type {RemoteDocument} */ (JSON.parse(readFileSync(declarationFile, 'utf8')));
  const declaration = readDeclaration(document, declarationFile);
  if (declaration.id !== id) throw new Error(`${declarationFile} is of ${declaration.id}, not of ${id}.`);
  if (!isVersionFolder(folderNameOf(document)))
    throw new Error(
      `"${declaration.version}" is no version such as 1.2.0. Correct it in the package.json of ${id}, and build again.`,
    );
  const all = filesBelow(distDir)
    .map((path) => /** @type {const} */ ([relative(distDir, path).replaceAll('\\', '/'), path]))
    .filter(([name]) => !isNote(name))
    .map(([name, path]) => /** @type {const} */ ([name, readFileSync(path)]));
  const files = new Map(all.filter(([name]) => !isMap(name)));
  const maps = new Map(all.filter(([name]) => isMap(name)));
  const problems = await fileProblems(declaration, (name) => files.get(name) ?? null);
  const assets = (declaration.assets ?? []).map(({ file }) => file);
  const unnamed =
    assets.length === 0 ? [] : [...files.keys()].filter((name) => /\.(js|css)$/.test(name) && !assets.includes(name));
  problems.push(...unnamed.map((name) => `${name} is not named in remote.json`));
  const foreign = [...files.keys()].filter((name) => !isStorePath(name) || typeOfFile(name) === null);
  if (foreign.length > 0)
    throw new Error(
      `The build in ${distDir} holds ${foreign.join(', ')}. A remote is published with files of plain names that ` +
        `end with ${knownEndings.join(', ')}, and nothing else.`,
    );
  if (problems.length > 0)
    throw new Error(`The build in ${distDir} is not whole: ${problems.join('; ')}. Build it again.`);
  return { document, declaration, folder: folderNameOf(document), files, maps };
}
