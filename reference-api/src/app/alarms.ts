import type { FastifyBaseLogger } from 'fastify';
import { type FaultKind, faults } from '../core/errors/faults.ts';
import type { Observer } from '../core/observer.ts';

/** Failures that stop nothing but need attention: each is logged and counted. */
export function createAlarms(log: Pick<FastifyBaseLogger, 'error'>, observer: Observer) {
  let broken: string | undefined;
  return {
    raise(kind: FaultKind, error: unknown, facts: object = {}) {
      log.error({ ...facts, err: error, fault: kind, what: faults[kind] }, 'a fault that ended nothing');
      observer.fault(kind);
      if (kind === 'rejection') broken = 'The program met a fault that it does not know; the log says which.';
    },
    /** Why this server is no longer reliable; undefined while it is. */
    brokenBecause: () => broken,
  };
}
