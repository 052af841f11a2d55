import * as v from 'valibot';
import { IMEI_PATTERN } from '../imei.ts';
import type { Access } from '../permissions.ts';
import { REPORT_PAGE_ROWS } from '../limits.ts';
import { wireNumber } from '../wire.ts';

/** Any text of a body. */
export const text = v.string();

/** An IMEI of a body. */
export const imei = v.pipe(v.string(), v.regex(IMEI_PATTERN, 'imei must be 15 digits'));

/** The batch that a call belongs to, beyond the specification (D17). */
export const batchId = v.optional(v.pipe(v.string(), v.uuid()));

/** How many rows a page is to hold. */
export const pageLimit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REPORT_PAGE_ROWS));

/** The body of a call that needs nothing. */
export const empty = v.object({});

/** A number that the server may not know. */
export const unknownOrNumber = v.optional(v.nullable(wireNumber), null);

/** Access of the calls that manage users and keys. */
export const adminsOnly: Access = { roles: ['ADMIN', 'SUPERADMIN'] };
