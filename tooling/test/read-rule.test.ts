import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RuleTester } from 'eslint';
import { readJson, rootDir } from '../lib/paths.mjs';
import { readsThroughData } from '../lib/read-rule.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const byHand = [{ messageId: 'byHand' }];

new RuleTester().run('a screen reads through data', readsThroughData, {
  valid: [
    { name: 'a read', code: 'read(calls.deviceDetails, { imei }, { signal })' },
    { name: 'a change', code: 'api.call(calls.addUser, user, { transactionId })' },
    { name: 'a change that keeps the session', code: 'api.call(call, body, { transactionId, keepsSession: true })' },
    { name: 'options of somebody else', code: 'api.call(call, body, options)' },
    { name: "a call of a team's service", code: 'service.call(claims, { imei }, { signal })' },
    { name: 'what the server offers', code: 'api.offers(calls.batchRuns)' },
    { name: 'a call of a function', code: 'show.call(null, calls.batchRuns, {})' },
  ],
  invalid: [
    { name: 'what can be given up', code: 'api.call(calls.deviceDetails, { imei }, { signal })', errors: byHand },
    { name: 'without options', code: 'api.call(calls.deviceDetails, { imei })', errors: byHand },
    { name: 'of a client in an object', code: 'console.api.call(calls.homeData, {}, { ...more })', errors: byHand },
  ],
});

it('the linter goes by it in screens of the host and of remotes', () => {
  const { overrides } = readJson(join(rootDir, '.oxlintrc.json')) as {
    overrides: { files: string[]; rules: Record<string, string> }[];
  };
  const row = overrides.find(({ rules }) => 'reads/through-data' in rules);
  assert.deepEqual(row?.files, ['{shell,mf-*}/src/**/*.{ts,tsx}']);
  assert.equal(row?.rules['reads/through-data'], 'error');
});
