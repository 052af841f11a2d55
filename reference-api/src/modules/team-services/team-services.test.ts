import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readServices } from './index.ts';
import { newFolder } from '../../testing/test-run.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const service = {
  url: 'https://warranty.example/console/',
  secret,
  calls: [{ path: 'claims', permission: 'Warranty' }],
};

describe('SERVICES_FILE', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });

  async function read(services: unknown) {
    const file = join(folder, 'services.json');
    await writeFile(file, JSON.stringify(services), { mode: 0o600 });
    return readServices(file);
  }

  it('lists services by remote, each with its calls', async () => {
    const [[remote, listed] = []] = await read({ 'mf-warranty': service });
    expect(remote).toBe('mf-warranty');
    expect(listed).toEqual({ ...service, url: 'https://warranty.example/console' });
  });

  it.each([
    ['an address in plain http', { ...service, url: 'http://warranty.example' }, 'mf-warranty.url: must be an https'],
    ['a weak secret', { ...service, secret: 'whsec_hidden' }, 'mf-warranty.secret: '],
    ['a path that leads elsewhere', { ...service, calls: [{ path: '../x' }] }, 'mf-warranty.calls.0.path: '],
    ['a path twice', { ...service, calls: [{ path: 'x' }, { path: 'x' }] }, 'mf-warranty.calls: it lists a path twice'],
    ['a misspelt right', { ...service, calls: [{ path: 'x', permision: 'Reports' }] }, 'mf-warranty.calls.0.permision'],
    ['nobody', { ...service, calls: [{ path: 'x', roles: [] }] }, 'mf-warranty.calls.0.roles: '],
  ])('refuses %s, and repeats nothing of it', async (_what, wrong, problem) => {
    const refused = read({ 'mf-warranty': wrong });
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.not.toThrow('hidden');
  });
});
