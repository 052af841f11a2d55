import { Webhook } from 'standardwebhooks';
import { createWebhooks, readWebhookTargets, type WebhookMessage, type WebhookTarget } from './index.ts';

const message: WebhookMessage = {
  event: 'canary-withdrawn',
  at: '2026-01-01T00:00:00.000Z',
  remote: 'mf-reports',
  owner: 'Reports team',
  version: '1.2.0',
  release: '1.2.0-ab',
  text: 'It failed.',
};
const secret = 'a secret of the tests';
const now = Date.parse('2026-01-01T00:00:05.900Z');

interface Posted {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: string;
}

/** Webhooks whose receiver gives these answers in turn; with what was posted, waited for and reported. */
function webhooks(
  answers: readonly (number | Error)[],
  targets: readonly WebhookTarget[] = [{ url: 'https://team.example/hook/s3cret', secret }],
) {
  let ids = 0;
  const posted: Posted[] = [];
  const pauses: number[] = [];
  const failures: string[] = [];
  const hooks = createWebhooks({
    targets,
    newId: () => `notice-${(ids += 1)}`,
    now: () => now,
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onFailure: (text) => void failures.push(text),
    fetch: async (url, { headers, body, redirect }) => {
      posted.push({ url, headers, body, redirect });
      const answer = answers[posted.length - 1] ?? 200;
      if (answer instanceof Error) throw answer;
      return { status: answer };
    },
  });
  return { hooks, posted, pauses, failures };
}

describe('a webhook', () => {
  it('is told in small JSON, signed over time and body by the secret of its target', async () => {
    const { hooks, posted, failures } = webhooks([204]);
    await hooks.notify(message);
    const [sent] = posted;
    expect(JSON.parse(sent?.body ?? '')).toEqual(message);
    expect(sent?.headers).toEqual({
      'Content-Type': 'application/json',
      'webhook-id': 'notice-1',
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign('notice-1', new Date(now), sent?.body ?? ''),
    });
    expect([sent?.redirect, failures]).toEqual(['error', []]);
  });

  it('is tried three times where that may help; its failure is reported without what its address hides', async () => {
    const { hooks, posted, pauses, failures } = webhooks([503, new TypeError('fetch failed'), 429]);
    await hooks.notify(message);
    expect([posted.length, pauses]).toEqual([3, [1_000, 10_000]]);
    expect(failures).toEqual([
      'https://team.example was not notified of canary-withdrawn of mf-reports: it answered 429.',
    ]);
  });

  it('is not tried again once it was delivered, or refused', async () => {
    const late = webhooks([500, 200]);
    await late.hooks.notify(message);
    expect([late.posted.length, late.failures]).toEqual([2, []]);
    const refused = webhooks([401]);
    await refused.hooks.notify(message);
    expect([refused.posted.length, refused.failures]).toEqual([
      1,
      ['https://team.example was not notified of canary-withdrawn of mf-reports: it answered 401.'],
    ]);
  });

  it('ends with its process: nothing is waited for then', async () => {
    const failures: string[] = [];
    const hooks = createWebhooks({
      targets: [{ url: 'https://team.example/', secret }],
      newId: () => 'notice',
      now: () => now,
      fetch: async () => ({ status: 500 }),
      wait: () => Promise.reject(new Error('closing')),
      onFailure: (text) => void failures.push(text),
    });
    await hooks.notify(message);
    expect(failures).toHaveLength(1);
  });

  it("is notified of its own remotes, its owner's, or all", async () => {
    const at = (url: string, more: object) => ({ url: `https://${url}.example/`, secret, ...more });
    const { hooks, posted } = webhooks(
      [],
      [
        at('all', {}),
        at('reports', { remotes: ['mf-reports'] }),
        at('admin', { remotes: ['mf-admin'] }),
        at('owner', { owners: ['Reports team'] }),
        at('either', { remotes: ['mf-admin'], owners: ['Reports team'] }),
        at('nobody', { remotes: [] }),
      ],
    );
    const notified = async (more: object) => {
      const before = posted.length;
      await hooks.notify({ ...message, ...more });
      // All are called at once, in no particular order.
      return new Set(posted.slice(before).map(({ url }) => new URL(url).hostname));
    };
    expect(await notified({})).toEqual(new Set(['all.example', 'reports.example', 'owner.example', 'either.example']));
    expect(await notified({ remote: 'mf-devices', owner: '' })).toEqual(new Set(['all.example']));
  });
});

describe('readWebhookTargets', () => {
  const read = (url: string, more: object = {}) =>
    readWebhookTargets(JSON.stringify([{ url, secret, ...more }]), 'WEBHOOKS');

  it.each(['https://team.example/hook', 'http://127.0.0.1:4000/', 'http://localhost/x', 'http://[::1]:4000/'])(
    'takes %s',
    (url) => {
      expect(read(url, { remotes: ['mf-x'] })).toEqual([{ url, secret, remotes: ['mf-x'] }]);
    },
  );

  it.each([
    ['http://team.example/', {}, 'WEBHOOKS: 0.url: "http://team.example/" is no https address'],
    ['ftp://localhost/', {}, 'is no https address'],
    ['team.example', {}, 'is no https address'],
    ['https://team.example/', { secret: 'short' }, 'WEBHOOKS: 0.secret: a secret has at least 16 characters'],
    ['https://team.example/', { remote: 'mf-x' }, 'WEBHOOKS: 0.remote'],
  ])('refuses %s with %j', (url, more, text) => {
    expect(() => read(url, more)).toThrow(text);
  });

  it('refuses what is no list', () => {
    expect(() => readWebhookTargets('{"url":', 'hooks.json')).toThrow('hooks.json: the list of webhooks: Invalid JSON');
    expect(() => readWebhookTargets('{}', 'hooks.json')).toThrow('hooks.json: the list of webhooks');
  });
});
