import type { IndexList } from './indexes.ts';

/**
 * What reports are read by, page by page: each list in the order of its pages, so that no page is sorted or searched
 * for. And what devices are counted by, piece by piece.
 */
export const reportIndexes: IndexList = {
  commands_pages: 'commands (report, created_at, id)',
  uploads_pages: 'uploads (report, created_at, id)',
  registrations_pages: 'registrations (created_at, id)',
  registrations_matched_pages: 'registrations (matched, created_at, id)',
  enrolments_pages: 'enrolments (created_at, id)',
  uploads_report_file: 'uploads (report, file)',
  devices_figures: 'devices (claim_status, app_version, imei1)',
};

/** The new ones begin with the same columns. */
export const replacedByReportIndexes = [
  'commands_report_created_at',
  'uploads_report_created_at',
  'registrations_created_at',
  'enrolments_created_at',
  'devices_claim_status_app_version',
];
