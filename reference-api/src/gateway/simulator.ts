import type { DeviceGateway } from './device-gateway.ts';

/**
 * Phones that always obey, `delay` milliseconds after a command was sent. Its only state is the queue's, so it survives
 * a crash.
 */
export function createSimulator(delay = 1500): DeviceGateway {
  return {
    name: 'simulator',
    send: () => Promise.resolve({ status: 'sent', askAfter: delay }),
    outcomeOf: () => Promise.resolve({ status: 'acknowledged' }),
  };
}
