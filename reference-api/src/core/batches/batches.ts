import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  isImei,
  limits,
  type AnswerOf,
  type Command,
  type CommandVariant,
  type copyCall,
} from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { holdBatch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { findIntentList, insertUpload, recordIntent } from '../store/uploads.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { requireKept } from './batch-lists.ts';
import type { Actor, CallContext, Service } from '../calls/context.ts';
import { orderOf } from '../commands/orders.ts';

const CSV_TYPES = new Set(['text/csv', 'application/vnd.ms-excel', 'application/octet-stream', 'text/plain', '']);

export function readImeiList(imeilist: string): readonly string[] {
  const imeis = imeilist.split(',').map((imei) => imei.trim());
  const wrong = imeis.findIndex((imei) => !isImei(imei));
  if (wrong >= 0) throw new MalformedRequest(`Entry ${wrong + 1} of imeilist is not an IMEI of 15 digits.`);
  return imeis;
}

/** The number of copies of a batch, which must not be complete. */
async function openCopies(db: Database, { accountId }: Actor, batchId: string): Promise<number> {
  const uploads = db.selectFrom('uploads').where('account_id', '=', accountId).where('batch_id', '=', batchId);
  const copies = await uploads.select('is_complete').execute();
  if (copies.some((copy) => copy.is_complete === 'complete'))
    throw new BusinessError('This batch is complete. Begin a new one.');
  return copies.length;
}

/** A list comes after its file, and that of a known batch stays the same: outcomes belong to its rows. */
async function requireRegistrable(db: Database, actor: Actor, batchId: string, list: string): Promise<void> {
  if ((await openCopies(db, actor, batchId)) === 0)
    throw new BusinessError('The server does not have the file of this batch yet. Upload it before its list.');
  const batch = await holdBatch(db, batchId);
  if (batch?.account_id !== actor.accountId) return;
  const known = (await findIntentList(db, actor.accountId, batchId)) ?? '';
  requireKept(known);
  if (known !== list)
    throw new BusinessError('The list of this batch is being worked on and cannot be another. Begin a new batch.');
}

/** Records which devices an operator is about to command; dispatches nothing (B5, D17). */
export const updateCommandOnServer: Service<'updateCommandOnServer'> = async (context, body) => {
  const { db, platform, actor } = context;
  const order = orderOf(body.action);
  const imeis = readImeiList(body.imeilist);
  if (imeis.length > limits.batchRows)
    throw new BusinessError(
      `The list has ${imeis.length} IMEIs; a batch may have at most ${limits.batchRows}. Please split the file.`,
    );
  const { accountId } = actor;
  const { action, batchId } = body;
  const [list, devices] = [imeis.join(','), imeis.length];
  if (batchId !== undefined) {
    await requireRegistrable(db, actor, batchId, list);
    for (const step of platform.beforeSend) await step.list?.(context, order, { accountId, batchId, list, devices });
  }
  const now = platform.clock.now();
  await platform.uploadQuotas.admitList({ db, accountId, now }, devices);
  const names = { account_id: accountId, batch_id: batchId ?? null, created_at: isoTime(now) };
  await recordIntent(db, { ...names, action, devices, imei_list: list });
  return { status: 'success', message: `${devices} devices noted` };
};

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

const NAME_LENGTH = 200;
const ENDING_LENGTH = '.csv'.length;

/** Without folders and control characters; a very long name loses its middle and keeps its ending. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const characters = [...last.replaceAll(/\p{C}/gu, '').normalize()];
  if (characters.length <= NAME_LENGTH) return characters.join('');
  return [...characters.slice(0, NAME_LENGTH - ENDING_LENGTH), ...characters.slice(-ENDING_LENGTH)].join('');
}

/** No program, archive or picture is UTF-8 text without the characters 0 to 8, which no table contains. */
function isText(content: Buffer): boolean {
  return isUtf8(content) && [0, 1, 2, 3, 4, 5, 6, 7, 8].every((character) => !content.includes(character));
}

function countLines(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function variantByLevel(command: Command, level: string | undefined): CommandVariant {
  if (command.batch?.level !== 'choice') return command.variants[0];
  const variant = command.variants.find((row) => row.choice?.value === level);
  const choices = command.variants.map((row) => row.choice?.value).join(' or ');
  if (!variant) throw new BusinessError(`${command.title} needs a level: ${choices}.`);
  return variant;
}

/** Stores the copy under a name made by the server (B5, B15, D17). */
export async function saveCopy(
  context: CallContext,
  command: Command,
  upload: { level: string | undefined; batchId: string | undefined; file: UploadedFile },
): Promise<AnswerOf<ReturnType<typeof copyCall>>> {
  const { file } = upload;
  const oldFile = plainName(file.name);
  if (!oldFile.toLowerCase().endsWith('.csv') || !CSV_TYPES.has(file.type) || !isText(file.content))
    throw new BusinessError('Only CSV files are allowed.');
  const lines = countLines(file.content);
  if (lines > limits.batchRows + 1)
    throw new BusinessError(
      `The file has ${lines} lines; a batch may have at most ${limits.batchRows} rows. Please split the file.`,
    );
  const variant = variantByLevel(command, upload.level);
  const { accountId } = context.actor;
  const now = context.platform.clock.now();
  await context.platform.uploadQuotas.admitFile({ db: context.db, accountId, now }, file.content.length);
  if (upload.batchId !== undefined) await openCopies(context.db, context.actor, upload.batchId);
  const at = isoTime(now);
  const name = `${variant.report}-${at.slice(0, 19).replaceAll(/\D/g, '')}-${randomBytes(8).toString('hex')}.csv`;
  await insertUpload(context.db, {
    account_id: accountId,
    file: name,
    old_file: oldFile,
    report: variant.report,
    status_of: command.batch?.statusOf ?? '',
    batch_id: upload.batchId ?? null,
    content: file.content,
    created_at: at,
    updated_at: at,
  });
  return { status: 'success', message: 'File uploaded successfully', file: name };
}
