import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest, writeManifest } from './manifest.ts';

it('refuses an archive whose files are not those of its manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-manifest-'));
  try {
    await writeFile(join(folder, 'database.sqlite'), 'one');
    await writeManifest(folder, { madeAt: '', database: 'sqlite', migrations: [], rows: {}, folders: [] });
    await expect(readManifest(folder, 'a')).resolves.toMatchObject({ files: [{ path: 'database.sqlite', bytes: 3 }] });
    await writeFile(join(folder, 'database.sqlite'), 'two');
    await expect(readManifest(folder, 'a')).rejects.toThrow('a was altered: database.sqlite is not what');
    await writeFile(join(folder, 'database.sqlite'), 'one');
    await writeFile(join(folder, 'more'), '');
    await expect(readManifest(folder, 'a')).rejects.toThrow('its manifest does not know more');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
