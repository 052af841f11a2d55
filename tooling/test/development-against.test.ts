import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serveAgainst } from '../development/development-against.ts';
import { answering } from '../test-support/values.ts';

const documents: Record<string, object> = {
  '/provides.json': { versions: {}, apiVersion: '1.0.0' },
  '/config.json': {},
};
let server: Awaited<ReturnType<typeof answering>>;
let address: string;

before(async () => {
  server = await answering((request, response) => {
    const document = documents[request.url ?? ''];
    response.writeHead(document ? 200 : 404).end(JSON.stringify(document ?? null));
  });
  ({ address } = server);
});

after(() => server.close());

const refuses = (given: string, reason: RegExp): Promise<void> =>
  assert.rejects(serveAgainst('mf-reports', given, assert.fail), reason);

test('names an address that is none, and a console that does not answer', async () => {
  for (const wrong of ['console.example.com', 'ftp://console.example.com', ''])
    await refuses(wrong, /is no address of a console\. Write it whole, such as https:\/\/console\.example\.com\./);
  await refuses('http://127.0.0.1:9', /^NoAnswer: http:\/\/127\.0\.0\.1:9\/provides\.json does not answer/);
});

test('starts nothing for a console that does not allow it, and says who can', async () => {
  for (const config of [{}, { allowDevelopment: false }, { allowDevelopment: 'true' }]) {
    documents['/config.json'] = config;
    await refuses(
      address,
      new RegExp(
        `The console at ${address}/ does not allow it\\. Its administrator sets "allowDevelopment": true in its ` +
          `config\\.json\\.`,
      ),
    );
  }
});

test('refuses to listen where the page could not load from', async () => {
  process.env['HOST'] = '0.0.0.0';
  try {
    await refuses(address, /loads from this computer alone, and HOST is "0\.0\.0\.0"\. Leave it out\./);
  } finally {
    delete process.env['HOST'];
  }
});
