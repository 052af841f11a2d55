import { expect, password, test } from '../support/test.ts';

test.describe('a browser that is too old', () => {
  test.use({ locale: 'hi-IN' });

  test('says so in words, with the versions that are needed, and starts nothing', async ({ page }) => {
    await page.addInitScript(() => {
      const { supports } = CSS;
      CSS.supports = (...asked: string[]) =>
        !asked.join(' ').includes('light-dark') && supports(...(asked as [string]));
    });
    await page.goto('/lockDevice');
    const words = page.getByRole('alert');
    await expect(words).toContainText('यह ब्राउज़र Device Console के लिए बहुत पुराना है');
    await expect(words).toContainText('Chrome 123, Edge 123, Firefox 121, Safari 17.5.');
    await page.evaluate(() => localStorage.setItem('browser:language', 'en'));
    await page.reload();
    await expect(words).toContainText('This browser is too old for Device Console');
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

test.describe('a file of the page that does not come whole', () => {
  for (const [what, answer] of [
    ['a page of a proxy in its place', { status: 200, contentType: 'text/html', body: '<html>Blocked</html>' }],
    ['a status of a proxy', { status: 403, contentType: 'text/html', body: '<html>Forbidden</html>' }],
  ] as const)
    test.describe(what, () => {
      test.use({ expectedMessages: /main\.[0-9a-f]+\.js|403|Failed to load/ });

      test('is named in words, and Reload has it once it comes', async ({ page }) => {
        await page.route(/\/main\.[0-9a-f]+\.js$/, (route) => route.fulfill(answer));
        await page.goto('/login');
        await expect(page.getByRole('alert')).toContainText('A file of Device Console did not come');
        await expect(page.getByRole('alert')).toContainText(/File: .*\/main\.[0-9a-f]+\.js/);
        await page.unroute(/\/main\.[0-9a-f]+\.js$/);
        await page.getByRole('button', { name: 'Reload' }).click();
        await page.getByLabel('Email or phone').fill('admin@example.com');
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Log In' }).click();
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      });
    });
});
