import type { ApiResponse } from '@device-console/shared-lib/api';
import { type GatewayFacts, watchingGateway } from './device-gateway.ts';

const replying =
  (headers: Readonly<Record<string, string>>, ok = true) =>
  async (): Promise<ApiResponse> => ({
    ok,
    status: ok ? 200 : 502,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => '',
    blob: async () => new Blob([]),
  });

describe('watchingGateway', () => {
  it('tells what each reply says of the gateway, and that one says nothing, but not for a failure', async () => {
    const told: GatewayFacts[] = [];
    const tell = (facts: GatewayFacts) => void told.push(facts);
    const limited = { 'X-Device-Gateway': 'Knox Guard', 'X-Device-Commands': 'lock,unlock' };
    await watchingGateway(replying({ 'X-Device-Gateway': 'simulator' }), tell)('/api/homeData.php', {});
    await watchingGateway(replying(limited), tell)('/api/homeData.php', {});
    await watchingGateway(replying({}, false), tell)('/api/homeData.php', {});
    await watchingGateway(replying({}), tell)('/api/homeData.php', {});
    expect(told).toEqual([
      { gateway: 'simulator', commands: null },
      { gateway: 'Knox Guard', commands: 'lock,unlock' },
      { gateway: null, commands: null },
    ]);
  });
});
