import type { FastifyBaseLogger } from 'fastify';
import type { FaultKind, Metrics } from '../modules/metrics/metrics.ts';

const texts: Readonly<Record<FaultKind, string>> = {
  background: 'work after an answer failed; the server goes on',
  housekeeping: 'a step of housekeeping failed; the others were taken',
  rejection: 'a promise was rejected that nobody waited for; this server says that it is not ready',
  secrets: "the file of the provider's secrets cannot be read; those of before go on counting",
  row: 'a command cannot be read and was taken out of the queue',
};

/** Failures that stop nothing but need attention: each is logged and counted. */
export function createAlarms(log: Pick<FastifyBaseLogger, 'error'>, metrics: Metrics | undefined) {
  let broken: string | undefined;
  return {
    raise(kind: FaultKind, error: unknown, facts: object = {}) {
      log.error({ ...facts, err: error, fault: kind, what: texts[kind] }, 'a fault that ended nothing');
      metrics?.fault(kind);
      if (kind === 'rejection') broken = 'The program met a fault that it does not know; the log says which.';
    },
    /** Why this server is no longer reliable; undefined while it is. */
    brokenBecause: () => broken,
  };
}
