// The calls that the console's pages make, each with a bare query that finds the same by an index.
const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

/** Milliseconds that the 99th percentile of a call may take. */
const LIMITS = { first: 500, nobody: 100, total: 5_000 };

const page = { limit: 100 };
const reportPage = { limit: 5_000, startdate: day(29), enddate: day(0), timezone: 'Asia/Kolkata' };
const auditDays = { startdate: day(6), enddate: day(0), timezone: 'Asia/Kolkata', ...page };

const KNOWN = '350000000000777';
const UNKNOWN = '990000000000019';

const devicesQuery = 'select * from devices order by imei1 limit 101';
const deviceQuery = `select * from devices where imei1 = '${KNOWN}'`;
const newestCommands = `select * from commands where report = 'lock' order by created_at desc, id desc limit 101`;
const reportQuery = newestCommands.replace('101', '5001');
const registrationsQuery = 'select * from registrations order by created_at desc, id desc limit 5001';
const auditQuery = 'select * from audit_log order by at desc, id desc limit 101';
const ownAudits = `select * from audit_log where email = 'operator3@example.com' order by at desc, id desc limit 101`;
const nobodyQuery = `select * from audit_log where email = 'nobody' limit 1`;

const timed =
  (most) =>
  (name, body, bare, call = name.split(' ')[0]) => ({ name, call, body, bare, most });
const first = timed(LIMITS.first);
const nobody = timed(LIMITS.nobody);
const total = timed(LIMITS.total);

/** In the order of the pages. */
export const pageCalls = [
  first('homeData', {}, deviceQuery),
  first('homeOverview', { timezone: 'Asia/Kolkata' }, newestCommands),
  first('deviceDetails', { imei: KNOWN }, deviceQuery),
  first('deviceDetails second IMEI', { imei: '360000000000777' }, deviceQuery),
  first('commandChanges', { imeis: [KNOWN] }, deviceQuery),
  first('auditReportByImei', { imei1: KNOWN }, deviceQuery),
  first(
    'auditReportByImei 5,000',
    { imei1: '350000000000001' },
    `select * from commands where imei =
    '350000000000001' order by id desc limit 5000`,
  ),
  first('getAppVersionDevices', {}, deviceQuery),
  first('deviceList', page, devicesQuery),
  first('deviceList locked', { ...page, state: 'LOCKED' }, devicesQuery),
  first('deviceList released', { ...page, state: 'RELEASED' }, devicesQuery),
  first('deviceList end of IMEI', { ...page, imeipart: '0777' }, deviceQuery),
  first('deviceList beginning', { ...page, imeipart: '3500' }, devicesQuery),
  first('deviceList near', { ...page, imeinear: KNOWN }, deviceQuery),
  first('deviceList model', { ...page, model: 'model 7' }, devicesQuery),
  first('deviceList version', { ...page, appversion: '5.3' }, devicesQuery),
  first('deviceList command', { ...page, command: 'REBOOT' }, devicesQuery),
  first('deviceList in trouble', { ...page, trouble: 'failed' }, devicesQuery),
  total('deviceCounts', {}, devicesQuery),
  total('deviceCounts model', { model: 'model 7' }, devicesQuery),
  first('downloadReports lock', { ...reportPage, report: 'lock' }, reportQuery),
  first('downloadReports register', { ...reportPage, report: 'register', match: 'ALL' }, registrationsQuery),
  first('downloadReports unmatched', { ...reportPage, report: 'register', match: 'NO' }, registrationsQuery),
  first('downloadReports deenroll', { ...reportPage, report: 'deenroll' }, registrationsQuery),
  first('operatorAudit', auditDays, auditQuery),
  first('operatorAudit account', { ...auditDays, account: 'operator3@' }, ownAudits),
  first('operatorAudit errors', { ...auditDays, outcome: 'error' }, auditQuery),
  first('operatorAudit IMEI', { ...auditDays, imei: KNOWN }, ownAudits),
  first('operatorAudit actions', { ...auditDays, kind: 'actions' }, auditQuery),
  first('operatorAudit called', { ...auditDays, called: 'devicedetails' }, auditQuery),
  first('batchRuns', { everyone: true }, newestCommands),
  first('operations', {}, newestCommands),
  first('operationsCommands', page, newestCommands),
  first('operationsCommands failed', { ...page, state: 'failed' }, newestCommands),
  first('commandUse', {}, deviceQuery),
  first('approvals', {}, deviceQuery),
  first('getUsers', {}, deviceQuery),
  nobody('deviceDetails nobody', { imei: UNKNOWN }, nobodyQuery),
  nobody('auditReportByImei nobody', { imei1: UNKNOWN }, nobodyQuery),
  nobody('deviceList no IMEI', { ...page, imeipart: '99000' }, nobodyQuery),
  nobody('deviceList none near', { ...page, imeinear: UNKNOWN }, nobodyQuery),
  nobody('deviceList no model', { ...page, model: 'no such model' }, nobodyQuery),
  nobody('deviceList no version', { ...page, appversion: '9.9.9' }, nobodyQuery),
  nobody('deviceList no command', { ...page, command: 'SETALARM' }, nobodyQuery),
  nobody('operatorAudit nobody', { ...auditDays, account: 'nobody@nowhere' }, nobodyQuery),
  nobody('operatorAudit no IMEI', { ...auditDays, imei: UNKNOWN }, nobodyQuery),
  nobody('operatorAudit no call', { ...auditDays, called: 'no such call' }, nobodyQuery),
  nobody('operationsCommands nobody', { ...page, imei: UNKNOWN }, nobodyQuery),
];
