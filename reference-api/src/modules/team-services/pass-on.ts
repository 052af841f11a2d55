import type { ServiceCallData } from '@device-console/shared-lib/contract';
import { isoTime } from '../../core/time/clock.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import type { ServiceClient, ServiceReply } from '../team-services/service-client.ts';
import type { TeamService } from '../team-services/team-services.ts';
import { recordAction, subjectOf } from '../../core/audit/audit.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { requireCredential } from '../../core/calls/access.ts';

/** A call of a team's service that the administrator lists. */
export interface ServiceTarget {
  readonly remote: string;
  readonly service: TeamService;
  readonly call: ServiceCallData;
  /** Its path at this API. */
  readonly path: string;
}

const outcomeText: Readonly<Record<ServiceReply['kind'], string>> = {
  answered: 'The service has done it.',
  refused: 'The service refused it.',
  'not-sent': 'The service could not be reached, and nothing was sent.',
  unknown: 'It is not known whether the service did it.',
};

/**
 * Passes a call on to a team's service, once. A change is in the audit before anything of it leaves, and how it went
 * after; of its body the audit keeps on which device or account it was.
 */
export async function passOn(
  client: ServiceClient,
  { remote, service, call, path }: ServiceTarget,
  context: CallContext,
  body: object,
): Promise<ServiceReply> {
  const { db, platform, actor, transactionId, address } = context;
  const audit = (to: Database, outcome: 'success' | 'error', message: string): Promise<void> =>
    recordAction(to, {
      at: isoTime(platform.clock.now()),
      actor,
      call: path,
      body: subjectOf(body),
      outcome,
      message,
      transactionId,
      address,
    });
  if (call.changes)
    await inTransaction(db, async (tx) => {
      await requireCredential(tx, actor);
      await audit(tx, 'success', `Passed on to the service of ${remote}.`);
    });
  const { accountId: id, userlevel: role, permissions } = actor;
  const account = { id, role, permissions };
  const reply = await client.send(service, { path: call.path, transactionId, account, body });
  if (call.changes) await audit(db, reply.kind === 'answered' ? 'success' : 'error', outcomeText[reply.kind]);
  return reply;
}
