import * as v from 'valibot';
import {
  calls,
  commandByAction,
  commandById,
  commandByStatusOf,
  commandDisplayName,
  commandList,
  permissionNames,
  reports,
  type Command,
} from '../index.ts';
import { copyCalls } from '../server.ts';

const rowOf = (id: string): Command => commandById(id);
const batches = commandList.flatMap((command) => (command.batch ? [{ ...command, batch: command.batch }] : []));

/** What single commands say (C6), letter for letter. */
const successTexts: Readonly<Record<string, string>> = {
  release: 'Release Device initiated  successfully.',
  lock: 'Lock initiated  successfully.',
  unlock: 'Unlock  Notification sent successfully.',
  blockApp: 'Block Apps initiated successfully.',
  unblockApp: 'Unblock App Notification sent successfully.',
  notify: 'Enable Notification initiated  successfully.',
  formattedDevice: 'Formatted Device de-enrolled successfully. Re-install the app immediately',
  disableApp: ' Graded Disable Apps initiated  successfully.',
  restoreApp: 'Restore Apps initiated successfully',
  enableCredit: 'Enable Credit initiated successfully',
  revokeCredit: 'Enable Credit initiated successfully',
  deviceAction: 'Device Action initiated successfully.',
  setWallpaper: 'Set Wallpaper initiated successfully',
  removeWallpaper: 'Remove Wallpaper initiated successfully',
  activateAlarm: 'Activate Alarm initiated successfully',
  deactivateAlarm: 'Deactivate Alarm initiated successfully',
  enableCamera: 'Enable Camera initiated successfully',
  disableCamera: 'Disable Camera initiated successfully',
};

/** Action, screen, copy call and statusOf of every command (C9, N1 to N3, B15, B16, D4a to D6). */
const wire: readonly (readonly [
  id: string,
  screen: string,
  actions: string,
  copyPath: string | null,
  statusOf: string | null,
])[] = [
  ['release', 'releaseDevice', 'release', 'bulkReleaseCopy.php', 'releasefiles'],
  ['lock', 'lockDevice', 'lock', 'bulkLockCopy.php', 'lockfiles'],
  ['unlock', 'unlockDevice', 'unlock', 'bulkUnlockCopy.php', 'unlockfiles'],
  ['blockApp', 'blockApp', 'blockapp', 'bulkBlockCopy.php', 'blockfiles'],
  ['unblockApp', 'unblockapp', 'unblockapp', 'bulkUnblockCopy.php', 'unblockfiles'],
  ['notify', 'enableNotification', 'notify', 'bulkNotifyCopy.php', 'notifyfiles'],
  ['formattedDevice', 'formattedDevice', 'formatteddevice', null, null],
  ['restoreApp', 'restoreApp', 'restoreapp', 'bulkUngreyCopy.php', 'restoreappfiles'],
  ['setWallpaper', 'setWallpaper', 'setwallpaper', 'bulkSetWallpaperCopy.php', 'setWallpaperfiles'],
  ['removeWallpaper', 'removeWallpaper', 'removewallpaper', 'bulkUnsetWallpaperCopy.php', 'removewallpaperfiles'],
  ['activateAlarm', 'activateAlarm', 'activatealarm', 'bulkSetAlarmCopy.php', 'activatealarmfiles'],
  ['deactivateAlarm', 'deactivateAlarm', 'deactivatealarm', 'bulkUnsetAlarmCopy.php', 'deactivatealarmfiles'],
  ['enableCamera', 'enableCamera', 'enablecamera', 'bulkEnableCameraCopy.php', 'enablecamerafiles'],
  ['disableCamera', 'disableCamera', 'disablecamera', 'bulkDisableCameraCopy.php', 'disablecamerafiles'],
  ['disableApp', 'gradeDisableApp', 'disableapplevel1 disableapplevel2', 'bulkGreyCopy.php', 'disableappfiles'],
  ['enableCredit', 'enableCredit', 'credit', 'bulkEnableCreditCopy.php', 'enablecreditfiles'],
  ['revokeCredit', 'revokeCredit', 'revokecredit', 'bulkRevokeCreditCopy.php', 'revokecreditfiles'],
  ['deviceAction', 'deviceAction', 'REBOOT UPDATE', 'bulkDeviceActionCopy.php', 'deviceactionfiles'],
];

describe('the command table, against the requirements', () => {
  it('C9 has exactly the commands of the requirements', () => {
    expect(commandList.map(({ id }) => id).toSorted()).toEqual(wire.map(([id]) => id).toSorted());
    expect(Object.keys(successTexts).toSorted()).toEqual(wire.map(([id]) => id).toSorted());
  });

  it.each(wire)(
    'C9 B15 B16 N3 %s: screen %s, action %s, copy %s, statusOf %s',
    (id, screen, actions, copyPath, statusOf) => {
      const { screen: itsScreen, variants, batch } = rowOf(id);
      for (const action of actions.split(' '))
        expect(commandByAction(action)).toMatchObject({ command: { id }, variant: { action } });
      if (statusOf !== null) expect(commandByStatusOf(statusOf)?.id).toBe(id);
      expect([
        itsScreen,
        variants.map(({ action }) => action).join(' '),
        batch?.copyPath ?? null,
        batch?.statusOf ?? null,
      ]).toEqual([screen, actions, copyPath, statusOf]);
    },
  );

  it.each(Object.entries(successTexts))('C6 %s says "%s"', (id, text) => {
    expect(rowOf(id).successText).toBe(text);
  });

  it('C2 release asks first, and nothing else does', () => {
    expect(
      commandList
        .filter(({ confirmText }) => confirmText !== undefined)
        .map(({ id, confirmText }) => [id, confirmText]),
    ).toEqual([['release', 'Are you sure you want to release this device?']]);
  });

  it('C3 Formatted Device is a yellow card without a batch, sent by its own call', () => {
    expect(rowOf('formattedDevice')).toMatchObject({
      caution: true,
      cardTitle: 'De-enroll formatted device',
      batch: null,
      send: 'formattedDevice',
      form: 'imei',
    });
  });

  it('C4 B14 the levels of Disable App name the copy and the action', () => {
    expect(rowOf('disableApp').variants).toMatchObject([
      { choice: { value: 'level1' }, filePrefix: 'L1_' },
      { choice: { value: 'level2' }, filePrefix: 'L2_' },
    ]);
    expect(rowOf('disableApp').batch?.level).toBe('choice');
  });

  it('C5 D6 Device Action goes through its own call, for superadmins alone', () => {
    expect(rowOf('deviceAction')).toMatchObject({
      send: 'adminLockNotification',
      roles: ['SUPERADMIN'],
      audiences: ['superadmin'],
      batch: { dispatch: 'adminLockNotification' },
    });
  });

  it('D5 the credit copies carry a default level, and revoking can never grant', () => {
    expect(['enableCredit', 'revokeCredit'].map((id) => rowOf(id).batch?.level)).toEqual(['default', 'default']);
    expect(rowOf('revokeCredit').variants[0].action).not.toBe(rowOf('enableCredit').variants[0].action);
  });

  it('B11 notify and Set Wallpaper offer no Cancel on resume, B12 Set Wallpaper downloads the processed ones', () => {
    expect(batches.filter(({ batch }) => !batch.mayCancelResume).map(({ id }) => id)).toEqual([
      'notify',
      'setWallpaper',
    ]);
    expect(batches.filter(({ batch }) => batch.downloadsProcessed).map(({ id }) => id)).toEqual(['setWallpaper']);
  });

  it('N3 the set-wallpaper batch alone has an address of its own', () => {
    expect(
      commandList.flatMap(({ id, batchScreen, batch }) =>
        batchScreen === undefined ? [] : [[id, batchScreen, batch !== null]],
      ),
    ).toEqual([['setWallpaper', 'batch', true]]);
  });

  it('C8 the wallpaper results alone carry a Lock App button', () => {
    expect(batches.filter(({ batch }) => batch.rowAction === 'lock').map(({ id }) => id)).toEqual([
      'setWallpaper',
      'removeWallpaper',
    ]);
  });

  it.each([
    ['setWallpaper', 'LOCKWALLPAPER', 'SET WALLPAPER'],
    ['removeWallpaper', 'UNLOCKWALLPAPER', 'REMOVE WALLPAPER'],
    ['activateAlarm', 'SETALARM', 'ACTIVATE ALARM'],
    ['deactivateAlarm', 'UNSETALARM', 'DEACTIVATE ALARM'],
    ['disableApp', 'GREYAPP', 'DISABLE APP'],
    ['restoreApp', 'UNGREYAPP', 'RESTORE APP'],
    ['lock', 'LOCK', 'LOCK'],
  ])('D3 R8 %s is reported as %s, and shown as %s; a new name as it is', (id, reportedAs, shown) => {
    expect(rowOf(id).variants[0].reportedAs).toBe(reportedAs);
    expect(commandDisplayName(reportedAs)).toBe(shown);
    expect(commandDisplayName('SOMETHING NEW')).toBe('SOMETHING NEW');
  });
});

describe('the command table, within itself', () => {
  const allVariants = commandList.flatMap(({ variants }) => [...variants]);
  it.each<[string, readonly string[]]>([
    [
      'screens',
      commandList
        .flatMap(({ screen, batchScreen }) => [screen, ...(batchScreen === undefined ? [] : [batchScreen])])
        .map((screen) => screen.toLowerCase()),
    ],
    ['actions', allVariants.map(({ action }) => action.toLowerCase())],
    ['statusOf', batches.map(({ batch }) => batch.statusOf.toLowerCase())],
    ['copy paths', batches.map(({ batch }) => batch.copyPath.toLowerCase())],
    ['titles', commandList.map(({ title }) => title)],
    ['sidebar orders', commandList.flatMap(({ nav }) => (nav ? [String(nav.order)] : []))],
  ])('C9 B15 B16 the %s are unique', (_what, values) => {
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });

  it.each(commandList.map((row) => [row.id, row] as const))(
    'D20 D3 %s: permission is its title, every variant has its report, its addresses hold its sidebar entry',
    (_id, row) => {
      if (row.roles) expect(row.permission).toBeUndefined();
      else expect(row.permission).toBe(row.title);
      expect([...permissionNames, undefined]).toContain(row.permission);
      for (const { report } of row.variants) expect(reports.map((known) => known.report)).toContain(report);
      expect(row.audiences).toEqual(expect.arrayContaining([...(row.nav?.audiences ?? [])]));
      expect(row.variants.every(({ choice }) => (choice === undefined) === (row.variants.length === 1))).toBe(true);
    },
  );

  it.each(commandList.map(({ id, inverse }) => [id, inverse] as const))(
    'D5 %s: its inverse %s names it back',
    (id, inverse) => {
      const back = inverse === undefined ? id : rowOf(inverse).inverse;
      expect(back).toBe(id);
    },
  );

  it('C6 no text begins or ends with a space but the one of the specification', () => {
    expect(commandList.filter(({ successText }) => successText !== successText.trim()).map(({ id }) => id)).toEqual([
      'disableApp',
    ]);
  });

  it.each(commandList.flatMap(({ id, send, variants }) => variants.map(({ action }) => [id, send, action] as const)))(
    'C1 C3 C5 %s: %s takes its action %s',
    (_id, send, action) => {
      expect(v.safeParse(calls[send].body, { imei: '004999010640000', action }).success).toBe(true);
    },
  );
});

describe('looking commands up', () => {
  it('knows no command of another name, and says so where a command must exist', () => {
    expect(commandByAction('disableapp')).toBeUndefined();
    expect(commandByStatusOf('creditfiles')).toBeUndefined();
    expect(() => commandById('reboot')).toThrow('There is no command "reboot" in the command table.');
  });

  it('B15 there is one copy call for each command with a batch', () => {
    expect(copyCalls.map(({ command, call }) => [command.id, call.path])).toEqual(
      batches.map(({ id, batch }) => [id, batch.copyPath]),
    );
  });
});
