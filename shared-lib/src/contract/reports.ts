/** What a report lists: registrations, de-enrolments, or a command's uploads and executions (R3 to R5). */
export type ReportKind = 'registrations' | 'enrolments' | 'commands';

export interface ReportDefinition {
  /** `report` of downloadReports.php, last part of /reports/:report, and folder of its files (D3). */
  readonly report: string;
  /** The tab (R6). */
  readonly title: string;
  readonly kind: ReportKind;
}

/** Every report: the tabs of R6 in their order, then those beyond the specification (D3). */
export const reports: readonly ReportDefinition[] = [
  { report: 'register', title: 'Registrations', kind: 'registrations' },
  { report: 'deenroll', title: 'De-enrollment/Re-registery Records', kind: 'enrolments' },
  { report: 'notify', title: 'Enable Notification History', kind: 'commands' },
  { report: 'setwallpaper', title: 'Set Wallpaper History', kind: 'commands' },
  { report: 'removewallpaper', title: 'Remove Wallpaper History', kind: 'commands' },
  { report: 'activatealarm', title: 'Activate Alarm History', kind: 'commands' },
  { report: 'deactivatealarm', title: 'Deactivate Alarm History', kind: 'commands' },
  { report: 'disableapplevel1', title: 'Disable App Level 1 History', kind: 'commands' },
  { report: 'disableapplevel2', title: 'Disable App Level 2 History', kind: 'commands' },
  { report: 'restoreapp', title: 'Restore App History', kind: 'commands' },
  { report: 'disablecamera', title: 'Disable Camera History', kind: 'commands' },
  { report: 'enablecamera', title: 'Enable Camera History', kind: 'commands' },
  { report: 'release', title: 'Release Device History', kind: 'commands' },
  { report: 'lock', title: 'Lock Device History', kind: 'commands' },
  { report: 'unlock', title: 'Unlock Device History', kind: 'commands' },
  { report: 'blockapp', title: 'Block App History', kind: 'commands' },
  { report: 'unblockapp', title: 'Unblock App History', kind: 'commands' },
  { report: 'enablecredit', title: 'Enable Credit History', kind: 'commands' },
  { report: 'revokecredit', title: 'Revoke Credit History', kind: 'commands' },
  { report: 'deviceaction', title: 'Device Action History', kind: 'commands' },
];

/** Values and texts of the registration filter (R2). */
export const registrationFilters = [
  { value: 'ALL', title: 'ALL' },
  { value: 'YES', title: 'YES (Matched)' },
  { value: 'NO', title: 'NO (Unmatched)' },
] as const;

/** Source of a command: single form, another system's API key, batch (R5). */
export const commandInterfaces = { S: 'single', A: 'API', B: 'bulk' } as const;

export type CommandInterface = keyof typeof commandInterfaces;
