import type { DeviceGateway, GatewayReply } from '../../core/gateway/device-gateway.ts';

type GatewayCallOutcome = GatewayReply<unknown>['kind'] | 'failed';

/** Called after each call to the provider, with its name, its outcome and the seconds that it took. */
export type GatewayObserver = (call: 'submit' | 'ask' | 'list', outcome: GatewayCallOutcome, seconds: number) => void;

export function measuredGateway(gateway: DeviceGateway, observe: GatewayObserver): DeviceGateway {
  async function timed<Answer>(
    call: Parameters<GatewayObserver>[0],
    work: () => Promise<GatewayReply<Answer>>,
  ): Promise<GatewayReply<Answer>> {
    const begun = performance.now();
    const tell = (outcome: GatewayCallOutcome) => observe(call, outcome, (performance.now() - begun) / 1000);
    try {
      const reply = await work();
      tell(reply.kind);
      return reply;
    } catch (error) {
      tell('failed');
      throw error;
    }
  }
  const { name, simulated, askAfter } = gateway;
  return {
    name,
    simulated,
    askAfter,
    submit: (commands) => timed('submit', () => gateway.submit(commands)),
    ask: (commands) => timed('ask', () => gateway.ask(commands)),
    list: (epoch, after) => timed('list', () => gateway.list(epoch, after)),
    close: async () => gateway.close?.(),
  };
}
