import { screen, waitFor, within } from '@testing-library/react';
import { commandById, commandList } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { csvFile, fileField, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const report = async () => within(await screen.findByRole('region', { name: 'What was found in the file' }));

describe('the report on a file with invalid rows', () => {
  it('B3 D10 offers corrected.csv when nothing is lost: the valid rows, then the mended ones', async () => {
    const downloads = recordDownloads();
    const { choose, user } = await openBatch(lock);
    await choose(csvFile(['490154203237518', '35-693803-564380-9', '="004999010640000', '490154203237518']));
    const found = await report();
    expect(found.getByText('IMEIs written with spaces, dashes or other separators')).toBeInTheDocument();
    expect(found.getByText('1, the first on line 3')).toBeInTheDocument();
    expect(found.getByText('IMEIs marked as text, by an apostrophe, quotation marks or ="…"')).toBeInTheDocument();
    await user.click(found.getByRole('button', { name: 'Download corrected.csv' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toBe('corrected.csv');
    expect(await downloads[0]?.text()).toBe(
      'sno,imei1\r\n1,490154203237518\r\n2,356938035643809\r\n3,004999010640000\r\n',
    );
  });

  it('B3 D10 D14 offers it for a file without a single valid row too', async () => {
    const { choose } = await openBatch(lock);
    await choose(csvFile(["'490154203237518"]));
    expect((await report()).getByRole('button', { name: 'Download corrected.csv' })).toBeInTheDocument();
  });

  it.each(
    commandList.filter(({ batch }) => batch?.file === 'notification').map((command) => [command.id, command] as const),
  )('T4 says nothing of the rows of %s, which hold more than an IMEI', async (_id, command) => {
    const { user } = await openBatch(command);
    const lines = ['sno,name,imei1,amount,date,template', "1,Asha,'490154203237518,100,01/01/2026,Pre"];
    await user.upload(fileField(), new File([lines.join('\n')], 'notify.csv', { type: 'text/csv' }));
    expect(await screen.findByRole('button', { name: 'Download incorrect_data.csv' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'What was found in the file' })).not.toBeInTheDocument();
    expect(screen.queryByText('Looking at the invalid rows')).not.toBeInTheDocument();
  });

  it('B3 D10 offers none when Excel has rounded an IMEI, and says so', async () => {
    const { choose } = await openBatch(lock);
    await choose(csvFile(["'490154203237518", '3.56938E+14']));
    const found = await report();
    expect(found.getByText('IMEIs that Excel has rounded (3.56E+14): their last digits are lost')).toBeInTheDocument();
    expect(found.getByText(/No corrected file is offered/)).toBeInTheDocument();
    expect(found.queryByRole('button')).not.toBeInTheDocument();
  });
});
