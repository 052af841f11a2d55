import { limits } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { ENROLLED, failure, fresh, startTestApi, success } from '../../testing/index.ts';

const api = fresh(() => startTestApi());
const superadmin = fresh(() => api.as('superadmin'));

const content = `sno,imei1\r\n1,${ENROLLED[0]}\r\n`;
const today = { startdate: '2026-11-20', enddate: '2026-11-20', timezone: 'UTC' };
const upload = async (name: string, more: { content?: string | Buffer; type?: string } = {}) =>
  (await superadmin.upload('bulkLockCopy.php', { name, content, ...more })).answer;

const rows = copyCalls.flatMap(({ command, call }) =>
  command.variants.map((variant) => ({ path: call.path, variant, command })),
);

it.each(rows)('B5 B15 D17 keeps the copy of $path for report $variant.report', async ({ path, variant, command }) => {
  const oldName = `${variant.filePrefix ?? ''}my file.csv`;
  const level = variant.choice?.value ?? 'default';
  const fields = { level, batchId: newTransactionId() };
  const { answer } = await superadmin.upload(path, { name: oldName, content }, fields);
  expect(answer).toMatchObject({ status: 'success' });
  const file = String(answer['file']);
  expect(file).toMatch(new RegExp(`^${variant.report}-20261120100000-[0-9a-f]{16}\\.csv$`));
  const row = { file, oldfile: oldName, isComplete: 'incomplete', lastimei: '' };
  expect(await superadmin.items('downloadReports', { report: variant.report, ...today })).toMatchObject([row]);
  expect((await api.uploads())[0]).toMatchObject({ status_of: command.batch?.statusOf });
  const sent = await api.file(superadmin, variant.report, file);
  expect({ status: sent.statusCode, body: sent.body }).toEqual({ status: 200, body: content });
});

it('D2 keeps the same upload once, and refuses another file under its id', async () => {
  const transactionId = newTransactionId();
  const send = (text: string) =>
    superadmin.upload('bulkLockCopy.php', { name: 'a.csv', content: text }, {}, { transactionId });
  const [one, two] = await Promise.all([send(content), send(content)]);
  expect(one.answer).toEqual(two.answer);
  expect((await send(`${content}2,${ENROLLED[1]}\r\n`)).status).toBe(409);
  expect(await api.uploads()).toHaveLength(1);
});

const refused = failure('Only CSV files are allowed.');

it.each([
  ['a.txt', 'text/csv', refused],
  ['a.csv.exe', 'text/csv', refused],
  ['a.csv', 'application/pdf', refused],
  ['A.CSV', 'application/vnd.ms-excel', { status: 'success' }],
  ['A.CSV', '', { status: 'success' }],
  ['A.CSV', 'text/csv; charset=utf-8', { status: 'success' }],
])('B1 D10 answers %s of type "%s" with %j', async (name, type, answer) => {
  expect(await upload(name, { type })).toMatchObject(answer);
});

it('B1 refuses what is called a CSV file and is no text: archive, program, picture, another writing', async () => {
  for (const file of [
    Buffer.from('PK\u0003\u0004\u0014\0\0\0'),
    Buffer.from('7f454c460201', 'hex'),
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('\ufeffsno,imei1\n', 'utf16le'),
  ])
    expect(await upload('a.csv', { content: file })).toEqual(refused);
  expect(await api.uploads()).toEqual([]);
});

it('B14 asks for the level where the command has one', async () => {
  const { answer } = await superadmin.upload('bulkGreyCopy.php', { name: 'L1_a.csv', content });
  expect(answer).toEqual(failure('Disable App needs a level: level1 or level2.'));
});

it('D2a refuses a file over 32 MB with 413, in words', async () => {
  const file = { name: 'a.csv', content: Buffer.alloc(limits.batchFileBytes + 1, '1') };
  const { status, answer } = await superadmin.upload('bulkLockCopy.php', file);
  expect([status, answer]).toEqual([413, failure('The file is larger than 32 MB. Please split it.')]);
  expect(await api.uploads()).toEqual([]);
});

it('D17 refuses more than a million rows', async () => {
  const answer = await upload('a.csv', { content: '1\n'.repeat(limits.batchRows + 2) });
  expect(answer).toMatchObject(failure(expect.stringContaining('at most 1000000 rows')));
});

it("D17 strips folders and control characters from the operator's name of the file", async () => {
  await upload('..\\..\\etc\\evil\u0007\u202e.csv');
  expect(await api.uploads()).toMatchObject([{ old_file: 'evil.csv' }]);
});

const register = (imeilist: string) => superadmin.call('updateCommandOnServer', { imeilist, action: 'lock' });

it('B5 names the entry of the list that is no IMEI', async () => {
  const { status, answer } = await register(`${ENROLLED[0]},12`);
  expect([status, answer['message']]).toEqual([400, 'Entry 2 of imeilist is not an IMEI of 15 digits.']);
});

it('B5 D17 takes a list of a million IMEIs and dispatches nothing, and takes no more', async () => {
  const list = (count: number) => Array.from({ length: count }, () => ENROLLED[0]).join(',');
  expect((await register(list(limits.batchRows))).answer).toEqual(success('1000000 devices noted'));
  expect(await api.commands()).toEqual([]);
  const { answer } = await register(list(limits.batchRows + 1));
  expect(answer).toMatchObject(failure(expect.stringContaining('at most 1000000')));
});
