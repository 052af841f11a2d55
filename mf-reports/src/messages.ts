import { formatCount } from '@device-console/shared-lib/console';
import { t } from './t.ts';

/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  audit: t('Audit Report By IMEI'),
  auditLead: t('Registration, release, commands and enrolment of one device.'),
  auditFailed: t('Cannot fetch the data now, please try again.'),
  findDevice: t('Find a device'),
  search: t('Search'),
  retry: t('Retry'),
  fetchingAudit: t('Fetching the audit'),
  imeiIncomplete: t('IMEI number must be exactly 15 digits'),
  noRegistration: t(
    'No Registration record found. Device might be released or not registered. Please check released ' + 'record.',
  ),
  timeline: t('Timeline'),
  printReport: t('Print Report'),
  downloadReport: t('Download Report'),
  auditOf: (imei: string) => t('Audit of IMEI {imei}', { imei }),
  fetchedAt: (time: string) => t('As of {time}', { time }),
  notAllPrinted: (rows: number, limit: number) =>
    t('Only the first {limit} of {rows} rows are printed. Download Report has them all.', {
      limit: formatCount(limit),
      rows: formatCount(rows),
    }),

  reports: t('Reports'),
  reportsLead: t('Registrations, enrolment records and the history of every command, by day in your time zone.'),
  reportsLeadOf: (zone: string) =>
    t(
      "Registrations, enrolment records and the history of every command, by day in the server's time zone, " +
        '{zone}.',
      { zone },
    ),
  report: t('Report'),
  historyOf: (report: string) => t('{report} History', { report }),
  startDate: t('StartDate'),
  endDate: t('EndDate'),
  filter: t('Registration Filter'),
  quickRanges: t('Range'),
  days: t('Days'),
  daysOf: (report: string) => t('Which days of {report} are wanted; a range searches at once.', { report }),
  rangeNote: (range: string, zone: string) => t('{range}, days of {zone}', { range, zone }),
  zoneNote: (zone: string) => t('Days of {zone}', { zone }),
  groupDevices: t('Enrolment'),
  groupMessages: t('Messages, wallpaper, alarm'),
  groupApps: t('Apps and camera'),
  groupLocks: t('Release and lock'),
  groupFurther: t('Further commands'),
  noRowsHelp: t('Choose other days, or another report.'),
  matchHint: t('Match status'),
  registrationHint: t('Registration status'),
  submit: t('Submit'),
  cancel: t('Cancel'),
  wait: t('Please wait while the report is fetched.'),
  fetched: (count: number) =>
    t('{count, plural, one {{count} row} other {{count} rows}}', { count: formatCount(count) }),
  fetchedOf: (count: number, total: number) =>
    t('{count} of {total, plural, one {{total} row} other {{total} rows}}', {
      count: formatCount(count),
      total: formatCount(total),
    }),
  cancelled: t('Fetching was cancelled, so that report is not shown.'),
  exception: t('Something went wrong.Please try again in sometime.'),
  tooLarge: (count: number, limit: number) =>
    t(
      'This range has {count} rows or more; a report shows at most {limit}. Nothing is shown, because a ' +
        'part would look like the whole. Please choose a shorter range.',
      { count: formatCount(count), limit: formatCount(limit) },
    ),
  noResults: t('No results found'),
  shows: (range: string, zone: string, filter: string, count: number, at: string) =>
    t('{range} ({zone}){filter}: {count, plural, one {{count} row} other {{count} rows}}, fetched at {at}.', {
      range,
      zone,
      filter: filter === '' ? '' : `, ${filter}`,
      count: formatCount(count),
      at,
    }),
  otherInputs: (range: string) =>
    t('The inputs have changed. The report shown is still {range}; press Submit to fetch the new one.', { range }),
  result: t('Result'),
  download: t('Download (Excel)'),
  downloading: t('Writing the file'),
  stopWriting: t('Stop writing'),
  downloadFailed: (why: string) => t('The file could not be written. {why}', { why }),
  view: t('View'),
  hide: t('Hide'),

  viewAudit: t('View Audit'),
  bulkUploads: t('Bulk Upload History'),
  executedCommands: t('Executed Commands History'),
  uploadedFile: t('Download'),
  downloadUpload: (file: string) => t('Download {file}', { file }),
  uploadFailed: (file: string, why: string) => t('{file} could not be downloaded. {why}', { file, why }),
  uploadTryAgain: t('Please try again.'),
  legend: (codes: string) => t('Interface: {codes}', { codes }),
  copy: t('Copy'),
  copyTransaction: (id: string) => t('Copy transaction ID {id}', { id }),
  copied: t('Copied'),
  notCopied: t('Not copied: select the text and copy it'),
};
