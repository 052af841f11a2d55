import { commandList, reports } from './index.ts';

describe('reports', () => {
  it('R6 D3 the tabs are those of the specification in their order, then those beyond, each with its report', () => {
    expect(reports.map(({ title, report }) => [title, report])).toEqual([
      ['Registrations', 'register'],
      ['De-enrollment/Re-registery Records', 'deenroll'],
      ['Enable Notification History', 'notify'],
      ['Set Wallpaper History', 'setwallpaper'],
      ['Remove Wallpaper History', 'removewallpaper'],
      ['Activate Alarm History', 'activatealarm'],
      ['Deactivate Alarm History', 'deactivatealarm'],
      ['Disable App Level 1 History', 'disableapplevel1'],
      ['Disable App Level 2 History', 'disableapplevel2'],
      ['Restore App History', 'restoreapp'],
      ['Disable Camera History', 'disablecamera'],
      ['Enable Camera History', 'enablecamera'],
      ['Release Device History', 'release'],
      ['Lock Device History', 'lock'],
      ['Unlock Device History', 'unlock'],
      ['Block App History', 'blockapp'],
      ['Unblock App History', 'unblockapp'],
      ['Enable Credit History', 'enablecredit'],
      ['Revoke Credit History', 'revokecredit'],
      ['Device Action History', 'deviceaction'],
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
});
