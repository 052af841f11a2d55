/** What is kept for some days and then deleted. */
interface RetentionRow {
  /** What is kept, as the documents say it. */
  readonly what: string;
  /** Days that it is kept unless RETENTION says otherwise, and the fewest that it may say. */
  readonly days: number;
  readonly least: number;
  /** Why so long, and what remains. */
  readonly why: string;
}

/** What RETENTION may name. */
export const retentionTable = {
  batches: {
    what: 'lists of IMEIs, uploaded files and outcomes of the rows of batches',
    days: 180,
    least: 7,
    why:
      'personal data of customers, needed while a batch is gone on with, taken over or asked about; the entries of ' +
      'the history and the commands stay',
  },
  outcomes: {
    what: 'stored answers to calls with a transactionId',
    days: 90,
    least: 7,
    why:
      'a call that comes again is answered from them; one that comes later still is known by its command and sends ' +
      'nothing',
  },
  sessions: {
    what: 'sessions that have ended',
    days: 30,
    least: 1,
    why: 'whose a refused token was; logins stay in the audit',
  },
  resets: {
    what: 'password resets that have ended',
    days: 30,
    least: 1,
    why: 'the audit says who asked for one and who used it',
  },
} as const satisfies Record<string, RetentionRow>;

export type RetentionName = keyof typeof retentionTable;

export const retentionNames = Object.keys(retentionTable) as RetentionName[];

/** Days that each is kept. */
export type Retention = Readonly<Record<RetentionName, number>>;

/** What holds unless RETENTION says otherwise. */
export const standardRetention: Retention = Object.fromEntries(
  retentionNames.map((name) => [name, retentionTable[name].days]),
) as Record<RetentionName, number>;

/** What is deleted by rules of its own; `kept` is what the documents say of it. */
export const otherwiseDeleted = [
  {
    what: 'counts of failed logins and other attempts',
    kept: 'until their quarter of an hour ends',
    why: 'the limits',
  },
  { what: 'single sign-ons under way', kept: 'until their ten minutes end', why: 'the provider’s answer' },
  {
    what: 'sealed ID tokens of the identity provider',
    kept: 'until their session ends',
    why: 'the logout at the provider',
  },
  {
    what: 'links of accounts to the identity provider',
    kept: 'until the account is deleted, or by the command line',
    why: 'who logs in as whom',
  },
  {
    what: 'logins that wait for a second factor, and what passkeys were asked with',
    kept: 'until their five minutes end',
    why: 'they open nothing any more',
  },
  { what: 'reports of loads and failures', kept: '`TELEMETRY_DAYS`', why: 'the platform page' },
  {
    what: 'counts of the queue by five minutes, and the provider’s errors',
    kept: '7 days',
    why: 'the pictures of Operations; the commands themselves stay',
  },
  { what: 'counts of commands by account, key and hour', kept: '14 days', why: 'the budgets, and what is usual' },
  {
    what: 'the audit',
    kept: 'until the owner of its tables removes what is older than a year',
    why: 'the servers may not, and the database refuses them; see `audit-prune`',
  },
] as const;

/** What is kept for ever. */
export const keptForEver = [
  {
    what: 'commands, and requests for a second person',
    why: 'what was done to whose phone; and no command is sent twice, however late it is repeated',
  },
  { what: 'entries of uploaded files, batches and lists, without what they held', why: 'the history of reports' },
  {
    what: 'the epochs that a database was worked in',
    why: 'after a restore the provider is asked for the commands of each',
  },
  {
    what:
      'accounts with their second factors, API keys without their text, devices, registrations, enrolments, ' +
      'releases',
    why: 'the register',
  },
] as const;
