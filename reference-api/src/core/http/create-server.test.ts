import { listenOn, rawHead, rawRequest } from '../../testing/raw-request.ts';
import { createServer } from './create-server.ts';

describe('what takes too long', () => {
  it('is answered 408 and closed: headers that do not end, and a body that drips', async () => {
    const server = createServer({ times: { headers: 100, request: 300 } });
    server.post('/', (request) => Promise.resolve(request.body));
    const address = await listenOn(server);
    const body = await rawRequest(address, 'POST /', { 'content-type': 'application/json', 'content-length': 100 });
    const head = await rawHead(address, 'POST / HTTP/1.1\r\nhost: test\r\nx-dripping: ');
    body.write('{');
    for (const request of [body, head]) {
      expect(await request.head()).toMatch(/^HTTP\/1\.1 408 /);
      await request.closed();
    }
    await server.close();
  });
});
