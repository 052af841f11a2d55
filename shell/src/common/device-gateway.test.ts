import type { ApiResponse } from '@device-console/shared-lib/api';
import { watchingGateway } from './device-gateway.ts';

const replying = (headers: Readonly<Record<string, string>>) => async (): Promise<ApiResponse> => ({
  ok: true,
  status: 200,
  headers: { get: (name) => headers[name] ?? null },
  text: async () => '',
  blob: async () => new Blob([]),
});

describe('tellingGateway', () => {
  it('tells what each reply says of the gateway, and that one says nothing', async () => {
    const told: (string | null)[] = [];
    const tell = (gateway: string | null) => void told.push(gateway);
    await watchingGateway(replying({ 'X-Device-Gateway': 'simulator' }), tell)('/api/homeData.php', {});
    await watchingGateway(replying({}), tell)('/api/homeData.php', {});
    expect(told).toEqual(['simulator', null]);
  });
});
