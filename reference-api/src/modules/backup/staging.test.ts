import type * as Files from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFolder } from './staging.ts';

const files = jest.requireActual<typeof Files>('node:fs/promises');

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'staging-'));
  for (const name of ['copy', 'web']) {
    await mkdir(join(place, name));
    await writeFile(join(place, name, 'config.json'), `of ${name}`);
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(place, { recursive: true });
});

const replace = () => replaceFolder(join(place, 'copy'), join(place, 'web'));
const text = () => readFile(join(place, 'web', 'config.json'), 'utf8');

describe('a folder that is restored', () => {
  it('is replaced by its copy, and nothing else is left', async () => {
    await replace();
    await expect(text()).resolves.toBe('of copy');
    await expect(readdir(place)).resolves.toEqual(['copy', 'web']);
  });

  it('stays as it was where the copy cannot take its place', async () => {
    const { rename } = files;
    const moved: string[] = [];
    jest.spyOn(files, 'rename').mockImplementation(async (from, to) => {
      moved.push(String(from));
      if (moved.length === 2) throw new Error('The disk is gone.');
      await rename(from, to);
    });
    await expect(replace()).rejects.toThrow('The disk is gone.');
    await expect(text()).resolves.toBe('of web');
    await expect(readdir(place)).resolves.toEqual(['copy', 'web']);
  });
});
