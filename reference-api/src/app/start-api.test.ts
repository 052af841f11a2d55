import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../configuration/environment.ts';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { startApi } from './start-api.ts';

describe('startApi', () => {
  it('says of a port that is taken which one it is, and how to choose another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'start-api-'));
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const port = String((busy.address() as AddressInfo).port);
    const settings = readSettings({
      SHARED_KEY: 'a key of sixteen letters',
      GATEWAY: 'simulator',
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: port,
      LOG_LEVEL: 'silent',
    });
    try {
      await expect(startApi(settings)).rejects.toEqual(
        new ConfigurationError(
          `Port ${port} is taken by another program. End that program, or choose another by PORT.`,
        ),
      );
    } finally {
      busy.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
