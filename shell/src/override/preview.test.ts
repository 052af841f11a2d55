import { previewAudience, previewText } from '@device-console/shared-lib/trust';
import { TimeoutError } from '../common/timeout.ts';
import { releaseOfPreview } from './override-state.ts';
import { createPreviewReader, type PreviewPorts } from './preview.ts';
import { previewOf, PREVIEW_NAME } from './test-override.ts';

const EMAIL = 'superadmin@example.com';
const wanted = { id: 'mf-reports', name: PREVIEW_NAME };
const { preview } = previewOf();
const now = Date.parse(preview.publishedAt);
const never = () => new Promise<never>(() => undefined);
const key = { keyId: preview.keyId, publicKey: 'public', remotes: ['mf-reports'] };
const answer = (status: number, body: () => Promise<unknown>) => async () => ({
  ok: status === 200,
  status,
  json: body,
});
const document = async () => ({ ...preview, for: await previewAudience(PREVIEW_NAME, EMAIL) });

function reader(more: Partial<PreviewPorts> = {}) {
  return createPreviewReader({
    fetchDeclaration: answer(200, document),
    timeout: never,
    keys: [key],
    epoch: 1,
    verify: async (_key, text) => (text === previewText(await document()) ? 'valid' : 'invalid'),
    now: () => now,
    registryUrl: '/registry.json',
    pageUrl: 'http://console.test/superadmin/platform',
    allowedOrigins: async () => new Set(['http://console.test', 'http://remotes.test']),
    ...more,
  });
}

describe('a preview', () => {
  it("is read beside the registry, verified, and lasts by the server's time", async () => {
    const asked: string[] = [];
    const fetchDeclaration: PreviewPorts['fetchDeclaration'] = (url) => {
      asked.push(url);
      return answer(200, document)();
    };
    const found = await reader({ fetchDeclaration, registryUrl: 'http://store.test/console/registry.json' })(
      wanted,
      EMAIL,
    );
    expect(asked).toEqual([`http://store.test/console/previews/mf-reports/${PREVIEW_NAME}.json`]);
    expect(found).toMatchObject({
      status: 'usable',
      found: { preview: { declaration: { version: '1.3.0' } }, lastsMs: 24 * 3_600_000 },
    });
    expect(releaseOfPreview(preview)).toMatchObject({
      source: 'preview',
      keyId: 'key-of-reports',
      sequence: 0,
      baseUrl: preview.baseUrl,
    });
  });

  it.each([
    [
      'is for another account',
      'other@example.com',
      {},
      'preview-refused',
      'It is not used: its preview is for another account.',
    ],
    [
      'is of a key that is not listed',
      EMAIL,
      { keys: [] },
      'preview-refused',
      'It is not used: its preview is signed by the key "key-of-reports", which config.json does not list.',
    ],
    [
      'is over',
      EMAIL,
      { now: () => now + 25 * 3_600_000 },
      'preview-refused',
      'It is not used: its preview expired on 2026-06-02 10:00 UTC. Its team makes another.',
    ],
    [
      'lies at an origin that this page may not load from',
      EMAIL,
      { allowedOrigins: async () => new Set(['http://console.test']) },
      'preview-refused',
      'It is not used: this page may not load from http://remotes.test',
    ],
    [
      'is gone',
      EMAIL,
      { fetchDeclaration: answer(404, never) },
      'missing',
      'answered 404. Previews are deleted some time after they have expired',
    ],
    [
      'is a page',
      EMAIL,
      { fetchDeclaration: answer(200, () => Promise.reject(new SyntaxError('x'))) },
      'malformed',
      'is no JSON.',
    ],
    [
      'cannot be read',
      EMAIL,
      { fetchDeclaration: () => Promise.reject(new TypeError('x')) },
      'unreachable',
      'could not be read. Look at the server of registry.json',
    ],
    [
      'does not come',
      EMAIL,
      { fetchDeclaration: never, timeout: () => Promise.reject(new TimeoutError()) },
      'time-out',
      'did not answer within 8 seconds.',
    ],
  ] satisfies readonly (readonly [string, string, Partial<PreviewPorts>, string, string])[])(
    'that %s is named with the reason',
    async (_what, email, more, failure, detail) => {
      expect(await reader(more)(wanted, email)).toMatchObject({
        status: 'failed',
        error: { failure, detail: expect.stringContaining(detail) },
      });
    },
  );

  it('is tried where it is not known which origins the page may load from', async () => {
    expect(await reader({ allowedOrigins: async () => null })(wanted, EMAIL)).toMatchObject({ status: 'usable' });
  });
});
