import type { DeviceGateway, GatewayReply } from './device-gateway.ts';

type GatewayCallOutcome = GatewayReply<unknown>['kind'] | 'failed';

export type GatewayObserver = (call: 'submit' | 'ask' | 'list', outcome: GatewayCallOutcome, seconds: number) => void;

export function measuredGateway(gateway: DeviceGateway, observe: GatewayObserver): DeviceGateway {
  async function timed<Answer>(call: Parameters<GatewayObserver>[0], asked: Promise<GatewayReply<Answer>>) {
    const begun = performance.now();
    let outcome: GatewayCallOutcome = 'failed';
    try {
      const reply = await asked;
      outcome = reply.kind;
      return reply;
    } finally {
      observe(call, outcome, (performance.now() - begun) / 1000);
    }
  }
  const { list } = gateway;
  return {
    ...gateway,
    submit: (commands, isHeld) => timed('submit', gateway.submit(commands, isHeld)),
    ask: (commands) => timed('ask', gateway.ask(commands)),
    ...(list && { list: (epoch: string, after: string) => timed('list', list(epoch, after)) }),
  };
}
