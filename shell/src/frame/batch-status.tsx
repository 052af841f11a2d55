export function BatchStatus(_: {manager: unknown}) { return null; }
