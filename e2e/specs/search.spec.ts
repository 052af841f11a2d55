import { demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

test('Q4 IMEIs pasted into a field of one become a batch, whose file waits on the screen of its command', async ({
  page,
}) => {
  const imeis = demoImeis(1_410, 3);
  await openAs(page, 'operator@example.com', '/deviceDetails');
  const field = page.getByLabel('IMEI number');
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, imeis.join('\n'));
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Make a batch?' }).click();
  await page.getByRole('option', { name: 'Lock Device', exact: true }).click();
  await expect(page).toHaveURL('/lockDevice');
  await expect(page.getByText('3 pasted IMEIs.csv')).toBeVisible();
});
