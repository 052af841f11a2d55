import { commandsOf, dispatched, settled } from '../../testing/dispatched-api.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';
import { HOUR } from '../time/clock.ts';
import type { DeviceGateway } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { takeOutcome } from './settle.ts';
import { noTally } from './tally.ts';
import { createCommandWorker } from './worker.ts';

const [first = ''] = ENROLLED;

describe.each(databases)('the identity of commands on $name', ({ newFilled }) => {
  const { api, provider, admin, superadmin } = dispatched(newFilled);

  it('D17c an answer that comes after a retry counts where the phone has done it', async () => {
    await admin.call('lockNotification', { imei: first, action: 'lock' });
    await settled(api);
    api.clock.advance(HOUR);
    const gateway: DeviceGateway = {
      ...createHttpGateway(provider.url),
      ask: async (questions) => {
        const [key = ''] = questions.map((question) => question.key);
        await takeOutcome({ ...api, gateway }, key, { status: 'failed', reason: 'Refused.' }, noTally());
        await superadmin.call('operationsDecide', { decision: 'retry', reason: 'Again', filter: { state: 'failed' } });
        return { kind: 'answered', answer: new Map([[key, { status: 'acknowledged' }]]) };
      },
    };
    await createCommandWorker({ ...api, gateway, log: api.server.log }).runOnce();
    expect(await commandsOf(api)).toMatchObject([{ imei: first, status: 'acknowledged' }]);
    expect(provider.state.commands.size).toBe(1);
  });
});
