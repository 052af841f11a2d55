import type { FaultKind } from './errors/faults.ts';
import type { GatewayObserver } from './gateway/measured-gateway.ts';
import type { RequestObserver } from './http/request-facts.ts';

/** Is told what the server does; it counts, and changes nothing. */
export interface Observer {
  readonly fault: (kind: FaultKind) => void;
  readonly request: RequestObserver;
  readonly gatewayCall: GatewayObserver;
  /** Seconds from an operator's call to the acknowledgement of its command. */
  readonly acknowledged: (seconds: number) => void;
}

/** Tells all of them. */
export function observedBy(observers: readonly Observer[]): Observer {
  return {
    fault: (...told) => observers.forEach(({ fault }) => fault(...told)),
    request: (...told) => observers.forEach(({ request }) => request(...told)),
    gatewayCall: (...told) => observers.forEach(({ gatewayCall }) => gatewayCall(...told)),
    acknowledged: (...told) => observers.forEach(({ acknowledged }) => acknowledged(...told)),
  };
}
