import * as v from 'valibot';
import { commandInterfaces } from './reports.ts';
import { commandList, type Command } from './commands.ts';
import { IMEI_PATTERN } from './imei.ts';
import { REPORT_PAGE_ROWS } from './limits.ts';
import { figuresAnswer, figuresBody, telemetryReport } from './telemetry.ts';
import { answerFields, plainAnswer, statedAnswer, wireList, wireNumber, wireOptionalText, wireText } from './wire.ts';
import type { Access } from './permissions.ts';

/**
 * Who may make a call: anyone; any session; whoever may send the command named by the body's `action` or `statusOf`
 * (an API key too, D21); superadmins and the API keys made for reading figures (D21b); or an access rule.
 */
export type CallAccess = 'anyone' | 'session' | 'command' | 'figures' | Access;

/**
 * What of a call the specification does not know (D1a): `true` the whole of it, else fields of its body and of its
 * answer. An existing back end is asked for none of it, unless config.json names a path for the call.
 */
export type BeyondSpecification = true | { readonly body: readonly string[]; readonly answer: readonly string[] };

/** One call of the specification's tables (W1 to W6). Client functions, server routes and fakes derive from it. */
export interface CallDefinition<
  Body extends v.GenericSchema = v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Relative to the API base, `.php` included (W1). */
  readonly path: string;
  /** `token`: X-API-Key and the acting `user` go with it (W3, W4). */
  readonly auth: 'none' | 'token';
  readonly request: 'none' | 'plain' | 'sealed' | 'multipart';
  readonly reply: 'plain' | 'sealed';
  readonly access: CallAccess;
  /** Answered at most once per account and transactionId: the same again gets the stored outcome (D2). */
  readonly once: boolean;
  /** The body without `user`, which the client adds (W4). */
  readonly body: Body;
  readonly answer: Answer;
  /** Absent: all of it stands in the specification. */
  readonly beyond?: BeyondSpecification | undefined;
  /**
   * Fields of the reply that the specification's tables show, as names in the answer. None: they show no reply, so in
   * the legacy profile every reply with a 2xx status that names no failure means that it was done (D1b). A list named
   * here is never missing from a reply that can be read. Absent: nothing is known of the reply but its schema.
   */
  readonly specifiedReply?: readonly string[] | undefined;
}

/** The same call, with the fields that are beyond the specification; only those that its schemas have. */
function partlyBeyond<Call extends CallDefinition>(
  call: Call,
  body: readonly (keyof v.InferInput<Call['body']> & string)[],
  answer: readonly (keyof v.InferOutput<Call['answer']> & string)[] = [],
): Call {
  return { ...call, beyond: { body, answer } };
}

/** The same call, with the fields of its reply that the specification shows. */
function shows<Call extends CallDefinition>(
  call: Call,
  fields: readonly (keyof v.InferOutput<Call['answer']> & string)[],
): Call & { readonly specifiedReply: readonly string[] } {
  return { ...call, specifiedReply: fields };
}

/** The same call, of which the specification says "reply not shown" (D1b). */
function showsNothing<Call extends CallDefinition>(call: Call): Call & { readonly specifiedReply: readonly string[] } {
  return shows(call, []);
}

function sealed<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  method: 'POST' | 'PUT',
  path: string,
  access: CallAccess,
  body: Body,
  answer: Answer,
  once = false,
): CallDefinition<Body, Answer> {
  return { method, path, auth: 'token', request: 'sealed', reply: 'sealed', access, once, body, answer };
}

function read<Answer extends v.GenericSchema>(path: string, access: CallAccess, answer: Answer) {
  const body = v.object({});
  return {
    method: 'GET',
    path,
    auth: 'token',
    request: 'none',
    reply: 'sealed',
    access,
    once: false,
    body,
    answer,
  } as const satisfies CallDefinition;
}

function anonymous<Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  path: string,
  request: 'plain' | 'sealed',
  body: Body,
  answer: Answer,
): CallDefinition<Body, Answer> {
  return { method: 'POST', path, auth: 'none', request, reply: 'sealed', access: 'anyone', once: false, body, answer };
}

const text = v.string();
const imei = v.pipe(v.string(), v.regex(IMEI_PATTERN, 'imei must be 15 digits'));
const batchId = v.optional(v.pipe(v.string(), v.uuid()));
const empty = v.object({});
const adminsOnly: Access = { roles: ['ADMIN', 'SUPERADMIN'] };

/** A device as lookups answer it (seed 1, section 3; L3). */
export const deviceRow = v.object({
  imei1: wireText,
  imei2: wireOptionalText,
  claimstatus: wireOptionalText,
  registrationstatus: wireOptionalText,
  appversion: wireOptionalText,
  apptype: wireOptionalText,
  command: wireOptionalText,
  createdat: wireOptionalText,
});
export type DeviceRow = v.InferOutput<typeof deviceRow>;

/** A permission of the session (S9). */
export const sessionPermission = v.object({ permission_name: wireText });

/** The opened answer of login.php (S9, D1); a refused login has only status and message. */
export const loginAnswer = v.object({
  ...answerFields,
  id: wireOptionalText,
  token: wireOptionalText,
  email: wireOptionalText,
  userlevel: wireOptionalText,
  expiry: wireOptionalText,
  loggedin: wireOptionalText,
  permissions: wireList(sessionPermission),
  retailer_phone: wireOptionalText,
  clientof: wireOptionalText,
});
export type LoginAnswer = v.InferOutput<typeof loginAnswer>;

/** An executed command (R5, A2). */
export const executedCommandRow = v.object({
  id: wireOptionalText,
  transactionId: wireOptionalText,
  date_and_time: wireOptionalText,
  imei1: wireOptionalText,
  interface: wireOptionalText,
  command: wireOptionalText,
  status: wireOptionalText,
  user: wireOptionalText,
  commandType: wireOptionalText,
  createdat: wireOptionalText,
});
export type ExecutedCommandRow = v.InferOutput<typeof executedCommandRow>;

/** A registration in the audit (A2). */
export const auditRegistrationRow = v.object({
  imei1: wireOptionalText,
  imei2: wireOptionalText,
  brand: wireOptionalText,
  model: wireOptionalText,
  command: wireOptionalText,
  createdat: wireOptionalText,
});

/** A release in the audit (A2). */
export const auditReleaseRow = v.object({
  imei1: wireOptionalText,
  imei2: wireOptionalText,
  brand: wireOptionalText,
  model: wireOptionalText,
  createdat: wireOptionalText,
});

/** A de-enrolment or re-registration in the audit and in its report (A2, R4). */
export const enrolmentRow = v.object({
  imei1: wireOptionalText,
  imei2: wireOptionalText,
  action: wireOptionalText,
  date: wireOptionalText,
  createdat: wireOptionalText,
});

/**
 * A row of a report's `items`: a registration, a de-enrolment, or an uploaded file (R3 to R5). Absent columns are ''.
 */
export const reportRow = v.object({
  id: wireOptionalText,
  imei1: wireOptionalText,
  imei2: wireOptionalText,
  Match_Status: wireOptionalText,
  Registration_status: wireOptionalText,
  Manufacturer: wireOptionalText,
  Model: wireOptionalText,
  action: wireOptionalText,
  date: wireOptionalText,
  createdat: wireOptionalText,
  date_and_time: wireOptionalText,
  file: wireOptionalText,
  oldfile: wireOptionalText,
  isComplete: wireOptionalText,
  lastimei: wireOptionalText,
  remarks: wireOptionalText,
});

/** A console user (U1). `permissions_id` is a comma list of numbers. */
export const userRow = v.object({
  id: wireText,
  email: wireText,
  phone: wireOptionalText,
  permissions: wireOptionalText,
  permissions_id: wireOptionalText,
  loginstatus: wireOptionalText,
  userstatus: wireOptionalText,
});
export type UserRow = v.InferOutput<typeof userRow>;

const unknownOrNumber = v.optional(v.nullable(wireNumber), null);

/**
 * A run of a batch as the server knows it, beyond the specification (D17). `user` is the e-mail of the operator who
 * started it.
 */
export const batchRunRow = v.object({
  batchId: wireText,
  /** Of the command table; '' when the list was never registered. */
  action: wireOptionalText,
  /** The copy's name on the server, and the operator's own. */
  file: wireOptionalText,
  oldfile: wireOptionalText,
  user: wireOptionalText,
  startedAt: wireOptionalText,
  updatedAt: wireOptionalText,
  /** Devices of the registered list; null when it was never registered. */
  total: unknownOrNumber,
  /** Devices that got the command. */
  found: wireNumber,
  /** Devices that did not; null until the run is complete, because the server is told at the end how far it came. */
  notFound: unknownOrNumber,
  /** Commands of `found` by how far they are; what is in none of the three still waits at the server. */
  sent: wireNumber,
  acknowledged: wireNumber,
  failed: wireNumber,
  lastimei: wireOptionalText,
  isComplete: wireOptionalText,
});
export type BatchRunRow = v.InferOutput<typeof batchRunRow>;

/** How an operator's call ended, as the operator audit keeps it: done, answered with an error, or refused. */
export const auditOutcomes = ['success', 'error', 'refused'] as const;

/**
 * One action of an operator, an API key or nobody known, as the append-only audit keeps it; beyond the specification.
 */
export const operatorAuditRow = v.object({
  id: wireText,
  at: wireOptionalText,
  /** E-mail of the account, or what was typed where no account was known. */
  user: wireOptionalText,
  /** `session`, `key`, `anonymous` or `cli`. */
  via: wireOptionalText,
  /** Network address that the call came from. */
  address: wireOptionalText,
  /** Path of the call. */
  call: wireOptionalText,
  /** The command, report or status that the body named. */
  action: wireOptionalText,
  imei: wireOptionalText,
  outcome: wireOptionalText,
  /** What the caller was told, or why it was refused. */
  message: wireOptionalText,
  /** Further fields of the body as JSON text; never a secret. */
  detail: wireOptionalText,
  transactionId: wireOptionalText,
});
export type OperatorAuditRow = v.InferOutput<typeof operatorAuditRow>;

const keyRow = v.object({
  id: wireText,
  key_name: wireText,
  status: wireOptionalText,
  created_at: wireOptionalText,
});
// The bare list stands first: an object schema whose fields are all optional takes an array for an empty object.
const keyList = v.union([
  v.pipe(
    v.array(keyRow),
    v.transform((items) => ({ status: 'success' as const, message: '', items })),
  ),
  v.object({ ...answerFields, items: wireList(keyRow) }),
]);

const singleCommand = v.object({
  imei,
  action: text,
  message: v.optional(text),
  /** The line above a notification's message, beyond the specification (T3). */
  header: v.optional(text),
  caseType: v.optional(v.picklist(['Pre', 'Due', 'Post'])),
  clientof: v.optional(text),
  retailerNumber: v.optional(text),
});

const batchItem = v.object({
  imei,
  action: text,
  filename: text,
  message: v.optional(text),
  /** As of {@link singleCommand} (T6). */
  header: v.optional(text),
  template: v.optional(text),
  batchId,
});

const deviceActionBody = v.object({
  imei: v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL')),
  action: text,
  filename: v.optional(text),
  reason: v.optional(text),
  batchId,
});

/**
 * Every call of the specification's tables but the bulk copies, which {@link copyCall} gives; `batchRuns`,
 * `operatorAudit`, `platformReport` and `platformFigures` are beyond them.
 */
export const calls = {
  login: shows(
    anonymous('login.php', 'plain', v.object({ email: text, password: text, client: v.optional(text) }), loginAnswer),
    ['status', 'message', 'expiry'],
  ),
  forgotPassword: shows(
    anonymous(
      'forgotPassword.php',
      'sealed',
      v.object({ email: text }),
      v.object({ ...answerFields, token: wireOptionalText }),
    ),
    ['status', 'token', 'message'],
  ),
  resetPassword: showsNothing(
    partlyBeyond(
      anonymous(
        'reset_password.php',
        'sealed',
        v.object({ token: text, newPassword: text, requestToken: v.optional(text) }),
        plainAnswer,
      ),
      ['requestToken'],
    ),
  ),
  logout: showsNothing(sealed('POST', 'logout.php', 'session', empty, plainAnswer)),
  homeData: shows(
    read(
      'homeData.php',
      'session',
      v.object({
        ...answerFields,
        total_device: wireNumber,
        device_today: wireNumber,
        deenroll: wireNumber,
      }),
    ),
    ['total_device', 'device_today', 'deenroll'],
  ),
  deviceDetails: shows(
    sealed(
      'POST',
      'devicedetails.php',
      { permission: 'Device Details' },
      v.object({ imei }),
      v.object({ ...answerFields, items: wireList(deviceRow) }),
    ),
    ['items'],
  ),
  getImeiDetails: shows(
    partlyBeyond(sealed('POST', 'getimeidetails.php', 'command', batchItem, plainAnswer, true), ['batchId', 'header']),
    ['message'],
  ),
  lockNotification: shows(
    partlyBeyond(sealed('POST', 'locknotification.php', 'command', singleCommand, plainAnswer, true), ['header']),
    ['status', 'message'],
  ),
  adminLockNotification: showsNothing(
    partlyBeyond(
      sealed('POST', 'adminlocknotification.php', { roles: ['SUPERADMIN'] }, deviceActionBody, statedAnswer, true),
      ['filename', 'reason', 'batchId'],
    ),
  ),
  formattedDevice: shows(
    sealed(
      'POST',
      'formattedDevice.php',
      { permission: 'Formatted Device' },
      v.object({ imei, action: v.literal('formatteddevice') }),
      plainAnswer,
      true,
    ),
    ['status', 'message'],
  ),
  updateCommandOnServer: showsNothing(
    partlyBeyond(
      sealed(
        'PUT',
        'updateCommandOnServer.php',
        'command',
        v.object({ imeilist: text, action: text, batchId }),
        plainAnswer,
      ),
      ['batchId'],
    ),
  ),
  updateStatusOnServer: showsNothing(
    partlyBeyond(
      sealed(
        'POST',
        'updateStatusOnServer.php',
        'command',
        v.object({
          lastimei: text,
          fileName: text,
          isComplete: v.picklist(['complete', 'incomplete']),
          statusOf: text,
          batchId,
        }),
        plainAnswer,
      ),
      ['batchId'],
    ),
  ),
  /**
   * The newest runs, of everyone for ADMIN and SUPERADMIN when asked for, else of the acting user; beyond the
   * specification (D17).
   */
  batchRuns: {
    ...shows(
      sealed(
        'POST',
        'batchRuns.php',
        'session',
        v.object({ everyone: v.optional(v.boolean()) }),
        v.object({ ...answerFields, items: wireList(batchRunRow) }),
      ),
      ['items'],
    ),
    beyond: true,
  },
  /**
   * Beyond the specification, a body with `limit` asks for a page: the answer's `next` is the `cursor` of the page
   * after it ('' after the last), `total` the rows of all pages where the server counted them (with the first page).
   * Without `limit` all rows come at once.
   */
  downloadReports: shows(
    partlyBeyond(
      sealed(
        'POST',
        'downloadReports.php',
        { permission: 'Reports' },
        v.object({
          report: text,
          startdate: v.pipe(v.string(), v.isoDate()),
          enddate: v.pipe(v.string(), v.isoDate()),
          match: v.optional(v.picklist(['ALL', 'YES', 'NO'])),
          timezone: v.optional(text),
          limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REPORT_PAGE_ROWS))),
          cursor: v.optional(text),
        }),
        v.object({
          ...answerFields,
          items: wireList(reportRow),
          commanditems: wireList(executedCommandRow),
          next: wireOptionalText,
          total: unknownOrNumber,
        }),
      ),
      ['timezone', 'limit', 'cursor'],
      ['next', 'total'],
    ),
    ['status', 'items', 'commanditems', 'message'],
  ),
  auditReportByImei: shows(
    sealed(
      'POST',
      'auditReportByImei.php',
      { permission: 'Audit Report' },
      v.object({ imei1: imei }),
      v.object({
        ...answerFields,
        registration: wireList(auditRegistrationRow),
        release: wireList(auditReleaseRow),
        commands: wireList(executedCommandRow),
        deenroll: wireList(enrolmentRow),
      }),
    ),
    ['registration', 'release', 'commands', 'deenroll'],
  ),
  getAppVersionDevices: shows(
    sealed(
      'POST',
      'getAppVersionDevices.php',
      { permission: 'App Version' },
      empty,
      v.object({ ...answerFields, items: wireList(v.object({ appversion: wireOptionalText, devices: wireNumber })) }),
    ),
    ['items'],
  ),
  /**
   * Who did what, newest first, in pages as downloadReports; `account`, `imei` and `called` (the path) select by part
   * of the text. Beyond the specification.
   */
  operatorAudit: {
    ...shows(
      sealed(
        'POST',
        'operatorAudit.php',
        adminsOnly,
        v.object({
          startdate: v.pipe(v.string(), v.isoDate()),
          enddate: v.pipe(v.string(), v.isoDate()),
          timezone: v.optional(text),
          account: v.optional(text),
          imei: v.optional(text),
          called: v.optional(text),
          outcome: v.optional(v.picklist(auditOutcomes)),
          limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REPORT_PAGE_ROWS)),
          cursor: v.optional(text),
        }),
        v.object({
          ...answerFields,
          items: wireList(operatorAuditRow),
          next: wireOptionalText,
          total: unknownOrNumber,
        }),
      ),
      ['items'],
    ),
    beyond: true,
  },
  /** What a page met with its remotes: loads and failures, without personal data. Beyond the specification. */
  platformReport: {
    ...shows(sealed('POST', 'platformReport.php', 'session', telemetryReport, plainAnswer), ['status', 'message']),
    beyond: true,
  },
  /** What all operators met. Beyond the specification. */
  platformFigures: {
    ...shows(sealed('POST', 'platformFigures.php', 'figures', figuresBody, figuresAnswer), ['items', 'failures']),
    beyond: true,
  },
  getUsers: shows(read('getUsers.php', adminsOnly, v.object({ ...answerFields, items: wireList(userRow) })), ['items']),
  getPermissions: shows(
    read(
      'getPermissions.php',
      adminsOnly,
      v.object({
        ...answerFields,
        permissions: wireList(v.object({ id: wireNumber, permission_name: wireText })),
      }),
    ),
    ['permissions'],
  ),
  addUser: shows(
    sealed(
      'POST',
      'addUser.php',
      adminsOnly,
      v.object({ email: text, phone: text, password: text, permissions: v.array(v.number()) }),
      plainAnswer,
    ),
    ['status', 'message'],
  ),
  updateUser: shows(
    sealed(
      'POST',
      'updateUser.php',
      adminsOnly,
      v.object({ id: text, email: text, phone: text, permissions: v.array(v.number()) }),
      plainAnswer,
    ),
    ['status', 'message'],
  ),
  updateUserStatus: showsNothing(
    sealed(
      'POST',
      'updateUserStatus.php',
      adminsOnly,
      v.object({ email: text, status: v.picklist(['ACTIVE', 'INACTIVE']) }),
      plainAnswer,
    ),
  ),
  updateLoginStatus: showsNothing(
    sealed('POST', 'updateLoginStatus.php', adminsOnly, v.object({ email: text }), plainAnswer),
  ),
  /** The specification says "reply shape not shown" of it, and use a list: where it stands is D21a's. */
  viewKeys: shows(read('keymanagement/view_keys.php', adminsOnly, keyList), ['items']),
  generateKey: shows(
    sealed(
      'POST',
      'generate_key.php',
      adminsOnly,
      v.object({ key_name: text, user_id: text }),
      v.object({ ...answerFields, key: wireOptionalText }),
    ),
    ['message'],
  ),
  updateKeyStatus: showsNothing(
    sealed(
      'POST',
      'keymanagement/update_key_status.php',
      adminsOnly,
      v.object({ keyId: text, status: v.picklist(['active', 'inactive']) }),
      plainAnswer,
    ),
  ),
} as const;

export type CallName = keyof typeof calls;

/** The text fields of a copy call's form; the file goes beside them (B5, D17). */
export const copyFields = v.object({ level: v.optional(text), batchId });

/** Answer of a copy call: `file`, when given, is the file's name on the server and in all later calls (D17). */
export const copyAnswer = v.object({ ...answerFields, file: wireOptionalText });

/** The multipart call that uploads the copy of a command's batch file; its fields are {@link copyFields} (B5, B15). */
export function copyCall(path: string): CallDefinition<typeof copyFields, typeof copyAnswer> {
  const isBeyond = commandList.some(({ batch }) => batch?.copyPath === path && batch.isBeyondSpecification === true);
  return {
    method: 'POST',
    path,
    auth: 'token',
    request: 'multipart',
    reply: 'plain',
    access: 'command',
    once: true,
    body: copyFields,
    answer: copyAnswer,
    beyond: isBeyond || { body: ['batchId'], answer: ['file'] },
    specifiedReply: ['status', 'message'],
  };
}

/** The copy calls of all commands with a batch, each with its command (B15). */
export const copyCalls: readonly { readonly command: Command; readonly call: ReturnType<typeof copyCall> }[] =
  commandList.flatMap((command) => (command.batch ? [{ command, call: copyCall(command.batch.copyPath) }] : []));

/** Values of `interface` in executed commands, checked by readers that draw the legend (R5). */
export const interfaceCodes = Object.keys(commandInterfaces);

export type BodyOf<Call extends CallDefinition> = v.InferInput<Call['body']>;
export type AnswerOf<Call extends CallDefinition> = v.InferOutput<Call['answer']>;
