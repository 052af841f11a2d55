import { calls } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import { auditRow } from '../testing/audit-rows.ts';
import { actionText, callChoices, callTitle, outcomeBadge, viaText } from './call-texts.ts';

const row = (call: string, action = '') => ({ ...auditRow, call, action });

describe('the words for what operators did', () => {
  it.each([
    ['login.php', '', 'Login'],
    ['logout.php', '', 'Logout'],
    ['locknotification.php', 'lock', 'Lock Device'],
    ['locknotification.php', 'disableapplevel2', 'Disable App'],
    ['locknotification.php', 'new-action', 'Command to one device'],
    ['getimeidetails.php', 'unlock', 'Unlock Device: Batch device'],
    ['updateStatusOnServer.php', 'lockfiles', 'Lock Device: Batch progress'],
    ['bulkReleaseCopy.php', '', 'Release Device: Batch file'],
    ['updateUserStatus.php', 'ACTIVE', 'Enable or disable user'],
    ['files', 'lock', 'Uploaded file fetched'],
    ['add-permission', '', 'add-permission'],
  ])('%s with action %j is %s', (call, action, title) => {
    expect(callTitle(row(call, action))).toBe(title);
  });

  it('every call of the contract can be named and searched for, and no two by the same word', () => {
    const paths = [...Object.values(calls), ...copyCalls.map(({ call }) => call)].map(({ path }) => path);
    expect(paths.filter((path) => callTitle(row(path)) === path)).toEqual([]);
    expect(
      paths.filter((path) => path !== 'homeData.php' && !callChoices.some(({ value }) => path.includes(value))),
    ).toEqual([]);
    expect(new Set(callChoices.map(({ title }) => title)).size).toBe(callChoices.length);
  });

  it('a report is named by its title', () => {
    expect(actionText(row('downloadReports.php', 'deenroll'))).toBe('De-enrollment/Re-registery Records');
    expect(actionText(row('locknotification.php', 'lock'))).toBe('lock');
  });

  it('what is not known is shown as it is', () => {
    expect([viaText('key'), viaText('carrier pigeon')]).toEqual(['API key', 'carrier pigeon']);
    expect(outcomeBadge('error')).toEqual({ title: 'Error', tone: 'warning' });
    expect(outcomeBadge('lost')).toEqual({ title: 'lost', tone: 'neutral' });
  });
});
