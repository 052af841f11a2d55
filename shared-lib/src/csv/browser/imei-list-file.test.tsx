import { textOfBlob } from '../../testing/blob-text.ts';
import { imeiListFile } from './imei-list-file.ts';

it('D40a a list of IMEIs is the CSV file of the specification, leading zeros included', async () => {
  const file = imeiListFile(['004999010640000', '490154203237511'], 'handed.csv');
  expect([file.name, file.type, await textOfBlob(file)]).toEqual([
    'handed.csv',
    'text/csv',
    'sno,imei1\r\n1,004999010640000\r\n2,490154203237511\r\n',
  ]);
});
