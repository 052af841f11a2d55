import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient, wireLogin, type WireClient } from '../support/api.ts';
import { chooseFile, freshImeis } from '../support/batch-page.ts';
import { expectWork, type Work } from '../support/day.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { expect, password, test } from '../support/test.ts';
import { isShown } from '../support/whole-run.ts';

// A day of the specification: what each job takes, written from the two documents. Where a row is more than they say,
// its comment names the deviation of docs/decisions.md.

const ADMIN = 'admin@example.com';
const SUPERADMIN = 'superadmin@example.com';

const DETAILS = 'POST devicedetails.php';
const AUDIT = 'POST auditReportByImei.php';
/** The device's state beside a command's form: a deviation, which only reads. */
const besideForm = [DETAILS, AUDIT];
const LOCK = 'POST locknotification.php';

interface CommandRow {
  readonly screen: string;
  readonly button: string;
  readonly success: string;
  readonly copy?: string;
  readonly as?: string;
  readonly choice?: string;
  readonly call?: string;
  /** Presses and questions of the single form, if they are not one and none. */
  readonly single?: readonly [presses: number, questions: number];
}

const commands: readonly CommandRow[] = [
  {
    screen: 'releaseDevice',
    button: 'Release Device',
    success: 'Release Device initiated  successfully.',
    copy: 'bulkReleaseCopy',
    single: [2, 1],
  },
  { screen: 'lockDevice', button: 'Lock Device', success: 'Lock initiated  successfully.', copy: 'bulkLockCopy' },
  {
    screen: 'unlockDevice',
    button: 'Unlock Device',
    success: 'Unlock  Notification sent successfully.',
    copy: 'bulkUnlockCopy',
  },
  { screen: 'blockApp', button: 'Block App', success: 'Block Apps initiated successfully.', copy: 'bulkBlockCopy' },
  {
    screen: 'unblockapp',
    button: 'Unblock App',
    success: 'Unblock App Notification sent successfully.',
    copy: 'bulkUnblockCopy',
  },
  {
    screen: 'restoreApp',
    button: 'Restore App',
    success: 'Restore Apps initiated successfully',
    copy: 'bulkUngreyCopy',
  },
  {
    screen: 'setWallpaper',
    button: 'Set Wallpaper',
    success: 'Set Wallpaper initiated successfully',
    copy: 'bulkSetWallpaperCopy',
  },
  {
    screen: 'removeWallpaper',
    button: 'Remove Wallpaper',
    success: 'Remove Wallpaper initiated successfully',
    copy: 'bulkUnsetWallpaperCopy',
  },
  {
    screen: 'activateAlarm',
    button: 'Activate Alarm',
    success: 'Activate Alarm initiated successfully',
    copy: 'bulkSetAlarmCopy',
  },
  {
    screen: 'deactivateAlarm',
    button: 'Deactivate Alarm',
    success: 'Deactivate Alarm initiated successfully',
    copy: 'bulkUnsetAlarmCopy',
  },
  {
    screen: 'enableCamera',
    button: 'Enable Camera',
    success: 'Enable Camera initiated successfully',
    copy: 'bulkEnableCameraCopy',
  },
  {
    screen: 'disableCamera',
    button: 'Disable Camera',
    success: 'Disable Camera initiated successfully',
    copy: 'bulkDisableCameraCopy',
  },
  {
    screen: 'gradeDisableApp',
    button: 'Disable App',
    success: ' Graded Disable Apps initiated  successfully.',
    copy: 'bulkGreyCopy',
    choice: 'Level 1',
  },
  {
    screen: 'enableCredit',
    button: 'Enable Credit',
    success: 'Enable Credit initiated successfully',
    copy: 'bulkEnableCreditCopy',
  },
  {
    screen: 'revokeCredit',
    button: 'Revoke Credit',
    success: 'Enable Credit initiated successfully',
    copy: 'bulkRevokeCreditCopy',
  },
  {
    screen: 'superadmin/deviceAction',
    button: 'Device Action',
    success: 'Device Action initiated successfully.',
    as: SUPERADMIN,
    choice: 'REBOOT',
    call: 'POST adminlocknotification.php',
  },
  {
    // It cannot be undone, so it asks: a deviation.
    screen: 'formattedDevice',
    button: 'Formatted Device',
    success: 'Formatted Device de-enrolled successfully. Re-install the app immediately',
    single: [2, 1],
    call: 'POST formattedDevice.php',
  },
];

async function sendOne(page: Page, { button, success, choice, single }: CommandRow, imei: string) {
  const card = page.getByRole('region', { name: /^(One device|De-enroll formatted device)$/ });
  if (choice !== undefined) await card.getByRole('combobox').selectOption(choice);
  await card.getByRole('textbox').fill(imei);
  await card.getByRole('button', { name: button, exact: true }).click();
  if (single) await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(card.getByRole('status').filter({ hasText: imei })).toContainText(success.trim());
}

async function sendFile(page: Page, { choice }: CommandRow, imeis: readonly string[]): Promise<void> {
  const card = page.getByRole('region', { name: 'Many devices (CSV)', exact: true });
  if (choice !== undefined) await card.getByRole('combobox').selectOption(choice);
  await chooseFile(page, 'day.csv', batchFile(imeis));
  await page.getByRole('button', { name: /3 devices$/ }).click();
  await expect(page.getByText('The batch is complete.')).toBeVisible();
}

/** The calls of a file of three devices. */
const batchCalls = (copy: string): readonly string[] => [
  `POST ${copy}.php`,
  'PUT updateCommandOnServer.php',
  ...Array.from({ length: 3 }, () => 'POST getimeidetails.php'),
  'POST updateStatusOnServer.php',
];

for (const row of commands.filter(({ screen }) => isShown(screen))) {
  const { screen, button, copy, as = ADMIN, call = LOCK, single = [1, 0] } = row;
  test(`D0 C1 C2 B5 B7 ${button}: as many presses, questions and calls as the specification has`, async ({
    page,
    testConsole,
  }) => {
    const [one = '', ...three] = await freshImeis(await wireClient(testConsole, ADMIN), 4);
    await useSpecifiedBatchCalls(page);
    await openAs(page, as, `/${screen}`);
    const [presses, questions] = single;
    await expectWork(page, () => sendOne(page, row, one), { presses, questions, calls: [call] }, besideForm);
    if (copy === undefined) return;
    const work = { presses: 1, questions: 0, calls: batchCalls(copy) };
    await expectWork(page, () => sendFile(page, row, three), work, besideForm);
  });
}

test('D0 T3 T5 Enable Notification: a preview, then it goes out, for one device and for a file', async ({
  page,
  testConsole,
}) => {
  const [one = '', ...three] = await freshImeis(await wireClient(testConsole, ADMIN), 4);
  await useSpecifiedBatchCalls(page);
  await openAs(page, ADMIN, '/enableNotification');
  const send = async () => {
    await page.getByLabel('Name').fill('Asha Rao');
    await page.getByLabel('IMEI number').fill(one);
    await page.getByLabel('Template').selectOption({ label: 'Due Date Notification' });
    await page.getByLabel('Amount').fill('1200');
    await page.getByRole('button', { name: 'Preview message' }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(page.getByRole('status').filter({ hasText: one })).toContainText(
      'Enable Notification initiated  successfully.',
    );
  };
  await expectWork(page, send, { presses: 2, questions: 1, calls: [LOCK] }, besideForm);
  await page.reload();
  const rows = three.map((imei, at) => `${at + 1},Asha Rao,${imei},1200,05/12/2026,Pre`);
  const file = async () => {
    await chooseFile(page, 'day.csv', ['sno,name,imei1,amount,date,template', ...rows].join('\r\n'));
    await page.getByRole('button', { name: 'Preview 3 messages' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByText('The batch is complete.')).toBeVisible();
  };
  await expectWork(page, file, { presses: 2, questions: 1, calls: batchCalls('bulkNotifyCopy') });
});

test('D0 B10 B11 a batch that was left goes on with one press', async ({ page, context, testConsole }) => {
  const imeis = await freshImeis(await wireClient(testConsole, ADMIN), 3);
  await useSpecifiedBatchCalls(context);
  await openAs(page, ADMIN, '/lockDevice');
  let count = 0;
  await page.route('**/getimeidetails.php', async (route) => {
    count += 1;
    if (count === 1) await page.getByRole('button', { name: 'Pause' }).click();
    await route.continue();
  });
  await chooseFile(page, 'day.csv', batchFile(imeis));
  await page.getByRole('button', { name: /3 devices$/ }).click();
  await expect(page.getByText('The batch is paused.')).toBeVisible();
  await page.close();
  const next = await context.newPage();
  const told = next.waitForRequest('**/updateStatusOnServer.php');
  await next.goto('/lockDevice');
  await told;
  await expect(next.getByRole('heading', { name: 'Incomplete Batch Available' })).toBeVisible();
  const resume = async () => {
    await next.getByRole('button', { name: 'Process' }).click();
    await expect(next.getByText('The batch is complete.')).toBeVisible();
  };
  const rest = ['POST getimeidetails.php', 'POST getimeidetails.php', 'POST updateStatusOnServer.php'];
  await expectWork(next, resume, { presses: 1, questions: 0, calls: rest });
});

interface Job {
  readonly name: string;
  readonly address: string;
  /** What the screen reads when it opens, which is not the operator's work. */
  readonly list?: string;
  readonly work: Work;
  /** The start of the day. */
  readonly before?: (admin: WireClient) => Promise<unknown>;
  readonly steps: (page: Page, imei: string) => Promise<void>;
}

const userRow = (page: Page, email: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: email, exact: true }) });

const addUser = (admin: WireClient, email: string, phone: string) =>
  admin.call(calls.addUser, { email, phone, password, permissions: [] });

async function answer(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

const jobs: readonly Job[] = [
  {
    name: 'L1 a device is looked up',
    address: '/deviceDetails',
    work: { presses: 0, questions: 0, calls: [DETAILS] },
    steps: async (page, imei) => {
      await page.getByLabel('IMEI number').fill(imei);
      await expect(page.getByRole('rowheader', { name: imei })).toBeVisible();
    },
  },
  {
    name: 'R1 a report is fetched and viewed',
    address: '/reports',
    work: { presses: 2, questions: 0, calls: ['POST downloadReports.php'] },
    steps: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'A1 a device is audited',
    address: '/auditReport',
    work: { presses: 0, questions: 0, calls: [AUDIT] },
    steps: async (page, imei) => {
      await page.getByLabel('IMEI number').fill(imei);
      await expect(page.getByRole('table', { name: /^Registration Details/ })).toBeVisible();
    },
  },
  {
    name: 'U2 a user is added',
    address: '/userManagement',
    list: 'getUsers.php',
    work: { presses: 2, questions: 1, calls: ['GET getPermissions.php', 'POST addUser.php', 'GET getUsers.php'] },
    steps: async (page) => {
      await page.getByRole('button', { name: 'Add User' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add User' });
      await dialog.getByLabel('Email').fill('day.person@example.com');
      await dialog.getByLabel('Phone').fill('5550104444');
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await dialog.getByRole('button', { name: 'Add User' }).click();
      await expect(page.getByText('User Added successfully')).toBeVisible();
      await expect(page.getByRole('rowheader', { name: 'day.person@example.com' })).toBeVisible();
    },
  },
  {
    name: 'U4 a user is logged out by LOGIN',
    address: '/userManagement',
    list: 'getUsers.php',
    work: { presses: 2, questions: 1, calls: ['POST updateLoginStatus.php', 'GET getUsers.php'] },
    before: async (admin) => {
      await addUser(admin, 'logged.in@example.com', '5550104445');
      await wireLogin(admin, 'logged.in@example.com');
    },
    steps: async (page) => {
      const row = userRow(page, 'logged.in@example.com');
      await row.getByRole('button', { name: /LOGIN|Log out/ }).click();
      await answer(page);
      await expect(row).toContainText('LOGOUT');
    },
  },
  {
    name: 'U4 a user is disabled',
    address: '/userManagement',
    list: 'getUsers.php',
    work: { presses: 2, questions: 1, calls: ['POST updateUserStatus.php', 'GET getUsers.php'] },
    before: (admin) => addUser(admin, 'active@example.com', '5550104446'),
    steps: async (page) => {
      await page.getByRole('button', { name: 'Disable active@example.com' }).click();
      await answer(page);
      await expect(userRow(page, 'active@example.com')).toContainText('INACTIVE');
    },
  },
  {
    name: 'K1 a key is made',
    address: '/keyManagement',
    list: 'view_keys.php',
    // The key is shown once, in a dialog: a deviation.
    work: { presses: 1, questions: 1, calls: ['POST generate_key.php', 'GET keymanagement/view_keys.php'] },
    steps: async (page) => {
      await page.getByLabel('Key Name').fill('Day');
      await page.getByRole('button', { name: 'Generate Key' }).click();
      await expect(page.getByRole('dialog', { name: 'Key Day' })).toBeVisible();
      await expect(page.getByRole('rowheader', { name: 'Day', includeHidden: true })).toBeAttached();
    },
  },
  {
    name: 'K1 a key is deactivated',
    address: '/keyManagement',
    list: 'view_keys.php',
    work: {
      presses: 1,
      questions: 0,
      calls: ['POST keymanagement/update_key_status.php', 'GET keymanagement/view_keys.php'],
    },
    before: (admin) => admin.call(calls.generateKey, { key_name: 'Evening', user_id: ADMIN }),
    steps: async (page) => {
      const read = page.waitForResponse('**/view_keys.php');
      await page.getByRole('button', { name: 'Deactivate Evening' }).click();
      await read;
      await expect(page.getByRole('button', { name: 'Activate Evening' })).toBeVisible();
    },
  },
];

for (const { name, address, list, work, before, steps } of jobs) {
  test(`D0 ${name}: as many presses, questions and calls as the specification has`, async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, ADMIN);
    const [imei = ''] = await freshImeis(admin, 1);
    await before?.(admin);
    const listRead = list === undefined ? undefined : page.waitForResponse(`**/${list}`);
    await openAs(page, ADMIN, address);
    await listRead;
    await page.waitForLoadState('networkidle');
    await expectWork(page, () => steps(page, imei), work);
  });
}

test('D0 S1 S3 P1 P2 a login is one press, a reset two', async ({ page, mailServer, testConsole }) => {
  const email = 'day.reset@example.com';
  await addUser(await wireClient(testConsole, ADMIN), email, '5550104447');
  await page.goto('/forgotPassword');
  const ask = async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
    await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  };
  await expectWork(page, ask, { presses: 1, questions: 0, calls: ['POST forgotPassword.php'] });
  await expect.poll(() => mailServer.receivedBy(email)).toHaveLength(1);
  const link = /https?:\/\/\S+\/resetPassword\/[\w-]+/.exec(mailServer.receivedBy(email)[0]?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  const set = async () => {
    for (const field of ['New Password', 'Confirm Password'])
      await page.getByLabel(field, { exact: true }).fill('A-brand-new-pass-77');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
  };
  await expectWork(page, set, { presses: 1, questions: 0, calls: ['POST reset_password.php'] });
  await page.goto('/login');
  const logIn = async () => {
    await page.getByLabel('Email or phone').fill('operator@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  await expectWork(page, logIn, { presses: 1, questions: 0, calls: ['POST login.php', 'GET homeData.php'] });
});
