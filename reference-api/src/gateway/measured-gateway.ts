import type { DeviceGateway } from './device-gateway.ts';

/** Is told of each call to the provider: which one, whether it was answered, and after how many seconds. */
export type GatewayObserver = (call: string, outcome: 'answered' | 'failed', seconds: number) => void;

/** The same gateway, each of whose calls is timed, whatever calls it has. */
export function measuredGateway<Gateway extends DeviceGateway>(gateway: Gateway, observe: GatewayObserver): Gateway {
  const timed = async (call: string, work: () => unknown): Promise<unknown> => {
    const begun = performance.now();
    const tell = (outcome: 'answered' | 'failed') => observe(call, outcome, (performance.now() - begun) / 1000);
    try {
      const answer = await work();
      tell('answered');
      return answer;
    } catch (error) {
      tell('failed');
      throw error;
    }
  };
  return new Proxy(gateway, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== 'function') return part;
      return (...given: unknown[]) => timed(String(name), (): unknown => Reflect.apply(part, target, given));
    },
  });
}
