// A remote's build to publish: its declaration, its files, and the name of its folder.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Asset, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { integrityOf } from '../assets.ts';
import { type RemoteDocument, partsOf, readDeclaration } from './rules.ts';
import { isStorePath, knownEndings, typeOfFile } from './store.ts';

export type BytesOf = (name: string) => Buffer | null | Promise<Buffer | null>;

/** A build in a store: its declaration as written and as parsed, and the name of its folder. */
export type StoredBuild = { document: RemoteDocument; declaration: RemoteDeclaration; folder: string };

export type Build = StoredBuild & { files: Map<string, Buffer<ArrayBuffer>>; maps: Map<string, Buffer<ArrayBuffer>> };

// Source maps are stored separately. Names that start with a dot are the build's own notes.
const isMap = (path: string): boolean => path.endsWith('.map');
const isNote = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** The declaration contains the hash of every file, so equal names mean equal builds. */
export const folderNameOf = (document: RemoteDocument): string =>
  `${document.version}-${createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)}`;

export const folderOfRelease = (baseUrl: string): string => new URL(baseUrl).pathname.split('/').at(-2) ?? '';

/** True if {@link folderNameOf} could have made the name. Such a name cannot lead out of its parent folder. */
export const isVersionFolder = (name: unknown): boolean =>
  typeof name === 'string' && /^\d[A-Za-z0-9.+-]*-[0-9a-f]{16}$/.test(name);

function namedFiles(declaration: RemoteDocument): Pick<Asset, 'file' | 'integrity'>[] {
  const ofParts = partsOf(declaration).flatMap(({ part }) => part.assets);
  const texts = Object.values(declaration.languages ?? {});
  const all = [declaration.entry, ...(declaration.assets ?? []), ...ofParts, ...texts];
  return [...new Map(all.map((asset) => [`${asset.file} ${asset.integrity}`, asset])).values()];
}

/** Files that are missing, or have another hash than declared. */
export async function fileProblems(declaration: RemoteDocument, bytesOf: BytesOf): Promise<string[]> {
  const problems = [];
  for (const { file, integrity } of namedFiles(declaration)) {
    const bytes = await bytesOf(file);
    if (!bytes) problems.push(`${file} is missing`);
    else if (integrityOf(bytes) !== integrity)
      problems.push(`${file} has another content than its hash in remote.json`);
  }
  return problems;
}

/** Throws if the build is incomplete, or contains files that its declaration does not name. */
export async function readBuild(distDir: string, id: string): Promise<Build> {
  const declarationFile = join(distDir, 'remote.json');
  if (!existsSync(declarationFile))
    throw new Error(`${distDir} is not the build of a remote: it holds no remote.json. Build it with npm run build.`);
  const document = JSON.parse(readFileSync(declarationFile, 'utf8')) as RemoteDocument;
  const declaration = await readDeclaration(document, declarationFile);
  if (declaration.id !== id) throw new Error(`${declarationFile} is of ${declaration.id}, not of ${id}.`);
  if (!isVersionFolder(folderNameOf(document)))
    throw new Error(
      `"${declaration.version}" is no version such as 1.2.0. Correct it in the package.json of ${id}, and build again.`,
    );
  const all = filesBelow(distDir)
    .map((path) => [relative(distDir, path).replaceAll('\\', '/'), path] as const)
    .filter(([name]) => !isNote(name))
    .map(([name, path]) => [name, readFileSync(path)] as const);
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
