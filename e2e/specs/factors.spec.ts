import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { ageProofs } from '../support/history.ts';
import { test } from '../support/sign-on-console.ts';
import { expect, logIn, logOut, password } from '../support/test.ts';

// Refusals that ask for a proof have status 403.
test.use({ expectedMessages: /403/ });

const email = 'admin@example.com';
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Types e-mail and password; the second step follows. */
async function beginLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
}

/** Reads the codes that are shown once. */
async function keepCodes(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  return codes;
}

/** Removes the only factor with a recovery code; if it is an app, its code is asked for first. */
async function removeFactor(page: Page, name: 'Phone' | 'Security key', proof: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  if (name === 'Phone') await asked.getByRole('button', { name: 'Use a recovery code' }).click();
  await asked.getByLabel('Recovery code').fill(proof);
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You have no second factor.')).toBeVisible();
}

test('S15 S16 S17 S18 adds an app, logs in with its code, and is asked who it is before a release', async ({
  page,
  signOnConsole,
}) => {
  const [imei = ''] = await freshImeis(await wireClient(signOnConsole, 'operator@example.com'), 1);
  await logIn(page, email, '/account');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await dialog.getByRole('definition').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const codes = await keepCodes(page);
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await logOut(page);

  await beginLogin(page);
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not valid.');
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();

  ageProofs(signOnConsole, email);
  await page.goto('/releaseDevice');
  await page.getByLabel('IMEI number').fill(imei);
  await page
    .getByRole('button', { name: /^Release/ })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Release|Yes|Confirm/ })
    .click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Use a recovery code' }).click();
  await asked.getByLabel('Recovery code').fill(codes[0] ?? '');
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Release Device initiated  successfully.')).toBeVisible();

  ageProofs(signOnConsole, email);
  await removeFactor(page, 'Phone', codes[1] ?? '');
});

test('S19 adds a passkey of the browser, and logs in with it', async ({ page, signOnConsole }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, email, '/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const codes = await keepCodes(page);
  await logOut(page);
  await beginLogin(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
  ageProofs(signOnConsole, email);
  await removeFactor(page, 'Security key', codes[0] ?? '');
});
