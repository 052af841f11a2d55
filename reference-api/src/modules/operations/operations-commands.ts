import { expiryOf } from '../../core/gateway/worker-parts.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import { commandsBefore } from './command-decisions.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import type { Service } from '../../core/calls/context.ts';

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,15}$/.test(cursor)) throw new MalformedRequest('cursor: it is none of this call.');
  return Number(cursor);
}

/** Commands by their state and more, newest first. */
export const operationsCommands: Service<'operationsCommands'> = async ({ db, platform }, body) => {
  const { limit, cursor, ...filter } = body;
  const rows = await commandsBefore(db, filter, placeOf(cursor), limit + 1);
  const page = rows.slice(0, limit);
  return {
    status: 'success',
    message: '',
    next: rows.length > limit ? String(page.at(-1)?.id ?? '') : '',
    items: page.map((row) => ({
      key: commandKey(row),
      imei: row.imei,
      action: row.action,
      user: row.user_email,
      createdAt: row.created_at,
      expiresAt: expiryOf(row, platform.commands.lifetime),
      updatedAt: row.updated_at,
      state: row.status,
      reason: row.failure,
      attempts: row.attempts,
      nextAttemptAt: row.status === 'queued' || row.status === 'sent' ? row.next_attempt_at : '',
      batchId: row.batch_id ?? '',
      approvedBy: row.approved_by ?? '',
      maybeSent: row.handed_at === null ? 'no' : 'yes',
    })),
  };
};
