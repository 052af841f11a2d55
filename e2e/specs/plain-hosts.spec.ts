import { join } from 'node:path';
import { buildPlainHosts } from '../support/builds.ts';
import { expect, test } from '../support/test.ts';

test('a host of plain Module Federation shows a screen of a remote, which it finds by its manifest', async ({
  page,
  testConsole,
}) => {
  test.setTimeout(120_000);
  const folder = await buildPlainHosts(testConsole);
  await page.route(/^http:\/\/(hosts|small)\.test\//, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const script = `<script src="${pathname.replace('html', 'js')}"></script>`;
    if (pathname.endsWith('.html')) await route.fulfill({ contentType: 'text/html', body: `<body>${script}` });
    else await route.fulfill({ path: join(folder, hostname === 'hosts.test' ? 'hosts' : 'remote', pathname), headers });
  });
  for (const host of ['by-plugin', 'by-runtime']) {
    await page.goto(`http://hosts.test/${host}.html`);
    await expect(page.getByRole('heading', { name: 'A screen of the console' })).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(page.getByText('What it loads later')).toBeVisible();
  }
});
