import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type PolicyConfig,
  type UncheckedRegistry,
  contentSecurityPolicy,
  createOriginMemory,
} from '../lib/static-server.ts';
import { listedKey, signEntry } from '../lib/publishing/keys.ts';
import { teamKey, workshop } from '../test-support/fake-builds.ts';
import type { EntryDocument } from '../lib/publishing/rules.ts';

const made = workshop();
after(() => made.close());
const key = teamKey(made.folder, 'mf-x');
/** Lists the key for the remotes of these tests. */
const trusting = { registryKeys: [listedKey(key, ['mf-x', 'mf-y', 'mf-z'])] };
/** A signed entry with only the given fields. */
const signed = (entry: object): EntryDocument => signEntry({ id: 'mf-x', ...entry }, key) as EntryDocument;
const registry = {
  remotes: [
    signed({ baseUrl: 'https://a.example/x/1/' }),
    signed({ id: 'mf-y', baseUrl: 'https://a.example/y/2/' }),
    signed({ id: 'mf-z', baseUrl: 'https://b.example/' }),
  ],
};

const policyOf = (document: UncheckedRegistry, config: PolicyConfig = {}, development: string | null = null) =>
  contentSecurityPolicy(createOriginMemory()(document, config), config, development);

test('allows the origins of the registry and of the API, each once, and nothing inline', () => {
  const policy = policyOf(registry, { ...trusting, apiBase: 'https://api.example/v1/' });
  assert.match(policy, /script-src 'self' https:\/\/a\.example https:\/\/b\.example;/);
  assert.match(policy, /connect-src 'self' https:\/\/a\.example https:\/\/b\.example https:\/\/api\.example;/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('falls back to the console itself when the registry cannot be used', () => {
  const unusable: unknown[] = [
    {},
    { remotes: 'none' },
    { remotes: [null, {}, { baseUrl: 7 }, signed({ baseUrl: 7 }), signed({ baseUrl: 'https://[broken' })] },
  ];
  for (const broken of unusable) {
    assert.match(policyOf(broken as UncheckedRegistry, trusting), /script-src 'self';/);
  }
});

for (const beside of ['canary', 'preview'])
  test(`allows the origin of a ${beside}, which some operators get`, () => {
    const policy = policyOf(
      { remotes: [signed({ baseUrl: 'https://a.example/', [beside]: { baseUrl: 'https://new.example/x/' } })] },
      trusting,
    );
    assert.match(policy, /script-src 'self' https:\/\/a\.example https:\/\/new\.example;/);
  });

test('a registry on another origin is where its remotes come from', () => {
  const policy = policyOf({ remotes: [] }, { registryUrl: 'https://store.example/registry.json' });
  for (const directive of ['script-src', 'style-src', 'connect-src'])
    assert.match(policy, new RegExp(`${directive} 'self' https://store\\.example;`));
});

test('goes on allowing where a listed remote was before, three origins at most, until the remote is gone', () => {
  const originsOf = createOriginMemory();
  const broken: unknown = { remotes: [{ id: 'mf-x', sequence: 'broken' }] };
  const at = (baseUrl: string, id: string = 'mf-x') => originsOf({ remotes: [signed({ id, baseUrl })] }, trusting);
  assert.deepEqual(at('https://a.example/1/'), ['https://a.example']);
  assert.deepEqual(at('https://new.example/'), ['https://new.example', 'https://a.example']);
  assert.deepEqual(originsOf(broken as UncheckedRegistry, trusting), ['https://new.example', 'https://a.example']);
  at('https://b.example/');
  assert.deepEqual(at('https://c.example/'), ['https://c.example', 'https://b.example', 'https://new.example']);
  assert.deepEqual(at('https://y.example/', 'mf-y'), ['https://y.example']);
});

test('takes no origin from an entry that no listed key signed, and keeps the one of the last that was', () => {
  const originsOf = createOriginMemory();
  const good = signed({ baseUrl: 'https://a.example/' });
  const evil = 'https://evil.example/';
  originsOf({ remotes: [good] }, trusting);
  const forged: unknown[] = [
    { id: 'mf-x', baseUrl: evil },
    { ...good, baseUrl: evil },
    { ...good, canary: { baseUrl: evil } },
    { ...good, id: 'mf-y' },
    signed({ id: 'mf-foreign', baseUrl: evil }),
    signEntry({ id: 'mf-x', baseUrl: evil }, teamKey(made.folder, 'mf-evil')),
  ];
  for (const entry of forged) {
    const remotes = [good, entry as EntryDocument];
    assert.doesNotMatch(originsOf({ remotes }, trusting).join(), /evil/);
  }
  assert.deepEqual(originsOf({ remotes: [{ ...good, baseUrl: evil }] }, trusting), ['https://a.example']);
  const withoutKeys: unknown[] = [
    undefined,
    {},
    { registryKeys: 'none' },
    { registryKeys: [null, {}, { keyId: key.keyId, publicKey: 'x', remotes: ['mf-x'] }] },
  ];
  for (const config of withoutKeys) {
    assert.deepEqual(createOriginMemory()({ remotes: [good] }, config as PolicyConfig), []);
  }
});

test('a dev server of the browser gives scripts, styles and its web socket, and nothing inline or evaluated', () => {
  const policy = policyOf(registry, trusting, 'http://localhost:3401');
  assert.match(policy, /script-src 'self' https:\/\/a\.example https:\/\/b\.example http:\/\/localhost:3401;/);
  assert.match(policy, /style-src 'self' https:\/\/a\.example https:\/\/b\.example http:\/\/localhost:3401;/);
  assert.match(
    policy,
    /connect-src 'self' https:\/\/a\.example https:\/\/b\.example http:\/\/localhost:3401 ws:\/\/localhost:3401;/,
  );
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.match(policy, /worker-src 'self';/);
});
