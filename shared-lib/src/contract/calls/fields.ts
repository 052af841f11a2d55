import * as v from 'valibot';
import { IMEI_PATTERN, isImeiPart } from '../imei.ts';
import type { Access } from '../permissions.ts';
import { limits, REPORT_PAGE_ROWS } from '../limits.ts';
import { textOf } from '../texts.ts';
import { wireNumber, wireOptionalText } from '../wire.ts';

/** The texts of bodies, by kind (W7). */
export const word = textOf('word');
export const line = textOf('line');
export const email = textOf('email');
export const message = textOf('message');
export const reasonText = textOf('reason');
export const secret = textOf('secret');
export const returned = textOf('returned');
export const fileName = textOf('fileName');
export const cursor = textOf('cursor');

export const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

export const day = v.pipe(v.string(), v.isoDate());

const PERMISSIONS = 1_000;

/** Permissions of an account, by their numbers. */
export const permissionIds = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(PERMISSIONS));

export const imei = v.pipe(v.string(), v.regex(IMEI_PATTERN, 'imei must be 15 digits'));

/** Digits with which an IMEI begins or ends. */
export const imeiPart = v.pipe(v.string(), v.check(isImeiPart, 'must be 4 to 15 digits'));

/** An IMEI, or ALL for every device. */
export const imeiOrAll = v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL'));

/** A time of a body, in ISO 8601 and UTC. */
export const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/, 'must be a time in ISO 8601 and UTC'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'must be a time that there is'),
);

export const uuid = v.pipe(v.string(), v.uuid());

/** The batch that a call belongs to, beyond the specification (D17). */
export const batchId = v.optional(uuid);

/** The run of the batch that makes the call; a take-over changes the run that holds the batch (D17b). */
export const batchRun = v.optional(uuid);

/** The number of an item in its batch's list, from 1 (D17a). */
export const batchRow = wholeNumber(1, limits.batchRows);

/** Rows wanted per page. */
export const pageLimit = wholeNumber(1, REPORT_PAGE_ROWS);

/** The page that is wanted: `cursor` is `next` of the previous page. */
export const pageFields = { limit: pageLimit, cursor: v.optional(cursor) };

/** The body or answer of a call without fields of its own. */
export const empty = {};

/** A number that may be unknown to the server. */
export const unknownOrNumber = v.optional(v.nullable(wireNumber), null);

/** Where the next page begins, '' after the last; the total on the first page, null if not counted. */
export const pageAnswer = { next: wireOptionalText, total: unknownOrNumber };

export const superadminsOnly: Access = { roles: ['SUPERADMIN'] };

/** Access of the calls that manage users and keys. */
export const adminsOnly: Access = { roles: ['ADMIN', 'SUPERADMIN'] };
