import type { GatewayOutcome, ListingGateway } from './device-gateway.ts';

function ofEach<Item extends { readonly key: string }>(
  items: readonly Item[],
  outcome: (item: Item) => GatewayOutcome,
) {
  return Promise.resolve({
    kind: 'answered' as const,
    answer: new Map(items.map((item) => [item.key, outcome(item)])),
  });
}

/**
 * Phones that always obey, `delay` milliseconds after a command was sent. The queue is its only state, so it survives a
 * crash.
 */
export function createSimulator(delay = 1500): ListingGateway {
  return {
    name: 'simulator',
    simulated: true,
    askAfter: delay,
    submit: (commands) => ofEach(commands, () => ({ status: 'accepted' })),
    ask: (commands) => ofEach(commands, ({ wasSent }) => ({ status: wasSent ? 'acknowledged' : 'unknown-key' })),
    list: () => Promise.resolve({ kind: 'answered', answer: { commands: [], next: '' } }),
  };
}
