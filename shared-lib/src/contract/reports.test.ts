import { commandInterfaces, commandList, registrationFilters, reports } from './index.ts';

describe('reports', () => {
  it('R6 the tabs are those of the specification in their order, then those beyond', () => {
    expect(reports.map(({ title }) => title)).toEqual([
      'Registrations',
      'De-enrollment/Re-registery Records',
      'Enable Notification History',
      'Set Wallpaper History',
      'Remove Wallpaper History',
      'Activate Alarm History',
      'Deactivate Alarm History',
      'Disable App Level 1 History',
      'Disable App Level 2 History',
      'Restore App History',
      'Disable Camera History',
      'Enable Camera History',
      'Release Device History',
      'Lock Device History',
      'Unlock Device History',
      'Block App History',
      'Unblock App History',
      'Enable Credit History',
      'Revoke Credit History',
      'Device Action History',
    ]);
  });

  it('D3 the names of the reports', () => {
    expect(reports.map(({ report }) => report)).toEqual([
      'register',
      'deenroll',
      'notify',
      'setwallpaper',
      'removewallpaper',
      'activatealarm',
      'deactivatealarm',
      'disableapplevel1',
      'disableapplevel2',
      'restoreapp',
      'disablecamera',
      'enablecamera',
      'release',
      'lock',
      'unlock',
      'blockapp',
      'unblockapp',
      'enablecredit',
      'revokecredit',
      'deviceaction',
    ]);
  });

  it("R3 R4 R5 two reports list devices, every other one a command's history", () => {
    expect(reports.filter(({ kind }) => kind !== 'commands').map(({ report, kind }) => [report, kind])).toEqual([
      ['register', 'registrations'],
      ['deenroll', 'enrolments'],
    ]);
    const ofCommands = new Set(commandList.flatMap(({ variants }) => variants.map(({ report }) => report)));
    expect(
      reports
        .filter(({ kind }) => kind === 'commands')
        .map(({ report }) => report)
        .filter((report) => !ofCommands.has(report)),
    ).toEqual([]);
  });

  it('R2 the registration filter', () => {
    expect(registrationFilters).toEqual([
      { value: 'ALL', title: 'ALL' },
      { value: 'YES', title: 'YES (Matched)' },
      { value: 'NO', title: 'NO (Unmatched)' },
    ]);
  });

  it('R5 the legend', () => {
    expect(commandInterfaces).toEqual({ S: 'single', A: 'API', B: 'bulk' });
  });
});
