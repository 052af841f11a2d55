import { fetchedReaders } from './fetched-readers.ts';
import type * as readers from './readers.ts';
import type { PreviewPorts } from './preview.ts';

const ports: PreviewPorts = {
  fetchDeclaration: async () => ({ ok: false, status: 404, json: async () => null }),
  timeout: () => new Promise(() => undefined),
  keys: [],
  epoch: 1,
  now: () => 0,
  registryUrl: '/registry.json',
  pageUrl: 'https://console.example/',
  allowedOrigins: async () => null,
};
const name = '0123456789abcdef'.repeat(2);
const gone = "The console's own code for it could not be loaded (chunk 17 is gone)";

describe('fetchedReaders', () => {
  it('a reader whose code does not come answers that it failed, and asks for it again the next time', async () => {
    const load = jest
      .fn<Promise<typeof readers>, []>()
      .mockRejectedValueOnce(new Error('chunk 17 is gone'))
      .mockImplementation(() => import('./readers.ts'));
    const { ask } = fetchedReaders(load, ports);
    const override = { id: 'mf-reports', origin: 'http://localhost:3401' };
    await expect(ask(override)).resolves.toMatchObject({
      status: 'failed',
      error: { failure: 'unreachable', detail: expect.stringContaining(gone) },
    });
    await expect(ask(override)).resolves.toMatchObject({
      error: { failure: 'missing', detail: expect.stringContaining('remote.json answered 404') },
    });
  });

  it('previews likewise', async () => {
    const { readPreview } = fetchedReaders(() => Promise.reject(new Error('chunk 17 is gone')), ports);
    await expect(readPreview({ id: 'mf-reports', name }, 'super@example.com')).resolves.toMatchObject({
      status: 'failed',
      error: { failure: 'unreachable', detail: expect.stringContaining(gone) },
    });
  });
});
