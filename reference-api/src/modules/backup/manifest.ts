import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

const MANIFEST = 'manifest.json';
/** Of the layout of an archive. */
const FORMAT = 1;

const manifestSchema = v.object({
  format: v.literal(FORMAT),
  madeAt: v.string(),
  database: v.picklist(['sqlite', 'postgres']),
  /** Steps of the schema that the database had taken. */
  migrations: v.array(v.string()),
  /** Rows of each table. */
  rows: v.record(v.string(), v.number()),
  /** Folders that were packed with it. */
  folders: v.array(v.string()),
  /** Every other file of the archive. */
  files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })),
});

/** What an archive holds. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** What is known of an archive before its files are looked at. */
export type ManifestFacts = Omit<Manifest, 'format' | 'files'>;

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function filesIn(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== join(folder, MANIFEST))
    .toSorted();
  const files: Manifest['files'] = [];
  for (const path of paths)
    files.push({ path: relative(folder, path), bytes: (await stat(path)).size, sha256: await hashOf(path) });
  return files;
}

/** Writes the manifest of a folder that is about to be packed. */
export async function writeManifest(folder: string, facts: ManifestFacts): Promise<void> {
  const manifest: Manifest = { format: FORMAT, ...facts, files: await filesIn(folder) };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/** The manifest of an unpacked archive, whose files are just those that it names. Throws ConfigurationError. */
export async function readManifest(folder: string, archive: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new ConfigurationError(`${archive} is no backup of Device Console: it has no manifest.`, { cause });
  });
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!result.success)
    throw new ConfigurationError(
      `The manifest of ${archive} cannot be read by this version: ${result.issues[0].message}`,
    );
  const manifest = result.output;
  const found = new Map((await filesIn(folder)).map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = found.get(path);
    found.delete(path);
    if (file?.bytes !== bytes || file.sha256 !== sha256)
      throw new ConfigurationError(`The backup ${archive} was altered: ${path} is not what its manifest says.`);
  }
  const [strange] = found.keys();
  if (strange !== undefined)
    throw new ConfigurationError(`The backup ${archive} was altered: its manifest does not know ${strange}.`);
  return manifest;
}
