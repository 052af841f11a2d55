import type * as Files from 'node:fs/promises';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../testing/test-run.ts';
import { replaceFolder } from './staging.ts';

it('a folder that is restored stays as it was where the copy cannot take its place', async () => {
  const place = newFolder();
  for (const name of ['copy', 'web']) {
    await mkdir(join(place, name));
    await writeFile(join(place, name, 'config.json'), `of ${name}`);
  }
  const files = jest.requireActual<typeof Files>('node:fs/promises');
  const { rename } = files;
  const moved: string[] = [];
  const spy = jest.spyOn(files, 'rename').mockImplementation(async (from, to) => {
    moved.push(String(from));
    if (moved.length === 2) throw new Error('The disk is gone.');
    await rename(from, to);
  });
  await expect(replaceFolder(join(place, 'copy'), join(place, 'web'))).rejects.toThrow('The disk is gone.');
  spy.mockRestore();
  await expect(readFile(join(place, 'web', 'config.json'), 'utf8')).resolves.toBe('of web');
  await expect(readdir(place)).resolves.toEqual(['copy', 'web']);
});
