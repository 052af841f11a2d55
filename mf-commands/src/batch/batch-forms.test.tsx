import { screen, within } from '@testing-library/react';
import { commandById, commandList } from '@device-console/shared-lib/contract';
import { batchCard, csvFile, fileField, openBatch, resultRows, startButton } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';

/** Every command whose batch takes a file of IMEIs. Their names are in the command table, which has its own test. */
const batches = commandList.flatMap((command) => {
  const { batch } = command;
  return batch?.file === 'imei'
    ? command.variants.map((variant) => [variant.action, command, batch, variant] as const)
    : [];
});
/** One of each kind: the forms of the others differ only in names. */
const rows = [
  ...new Map(
    batches.map((row) => {
      const [, , { dispatch, level }, { choice, filePrefix }] = row;
      return [[dispatch, level, Boolean(choice), Boolean(filePrefix)].join(), row] as const;
    }),
  ).values(),
];

describe.each(rows)('the batch of %s', (action, command, batch, variant) => {
  const { choice, filePrefix = '' } = variant;
  const level = batch.level === 'choice' ? choice?.value : batch.level;
  const named = choice ? `${command.title} (${choice.title}) on` : `${command.title} on`;
  const does = command.title.endsWith(' Device') ? command.title.replace(' Device', '') : named;

  it('B5 B6 B7 B9 B14 B15 B16 D6 D14 one press uploads, registers, sends each IMEI and tells the end', async () => {
    const { api, choose, chooseVariant, start } = await openBatch(command, { variant });
    // The level is chosen before the file.
    expect(within(await batchCard()).queryAllByRole('combobox')).toHaveLength(choice ? 1 : 0);
    if (choice) expect(fileField()).toBeDisabled();
    await chooseVariant();
    expect(fileField()).toBeEnabled();
    await choose(csvFile([FOUND, NOT_FOUND]));
    expect(startButton()).toHaveTextContent(`${does} 2 devices`);
    expect(api.requests).toEqual([]);
    await start();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await screen.findByText('The batch is complete.');
    const fileName = `${filePrefix}devices.csv`;
    const [copy] = api.requestsOf('copy');
    expect([copy?.path, copy?.body['level']]).toEqual([batch.copyPath, level]);
    expect(copy?.body['file']).toMatchObject({
      name: fileName,
      text: `sno,imei1\n1,${FOUND}\n2,${NOT_FOUND}`,
    });
    expect(api.requestsOf('updateCommandOnServer').map(({ body }) => [body['imeilist'], body['action']])).toEqual([
      [`${FOUND},${NOT_FOUND}`, action],
    ]);
    expect(api.requestsOf(batch.dispatch).map(({ body }) => [body['imei'], body['action'], body['filename']])).toEqual([
      [FOUND, action, fileName],
      [NOT_FOUND, action, fileName],
    ]);
    expect(
      api
        .requestsOf('updateStatusOnServer')
        .map(({ body }) => [body['statusOf'], body['isComplete'], body['lastimei']]),
    ).toEqual([[batch.statusOf, 'complete', NOT_FOUND]]);
    const summary = within(screen.getByRole('region', { name: 'Batch Summary' }));
    for (const term of ['Total', 'Valid IMEI', 'Invalid IMEI', 'Found', 'Not Found', 'Process Time'])
      expect(summary.getByText(term)).toBeInTheDocument();
    expect(resultRows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(`^2${NOT_FOUND}not found`),
      expect.stringMatching(`^1${FOUND}found`),
    ]);
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeInTheDocument();
  });
});

describe('before a batch begins', () => {
  it('D14 the button says how many of the rows are valid', async () => {
    const { choose } = await openBatch(commandById('lock'));
    await choose(csvFile([FOUND, 'x']));
    expect(startButton()).toHaveTextContent('Lock 1 valid of 2 devices');
  });

  it.each(['lock', 'unlock'] as const)(
    'D14 where config.json says so %s asks for the count if it harms',
    async (id) => {
      const command = commandById(id);
      const { api, choose, start, user } = await openBatch(command, { config: { typedConfirmationAbove: 2 } });
      await choose(csvFile([FOUND, NOT_FOUND, '004999010640000']));
      const label = startButton().textContent;
      await start();
      expect(screen.queryAllByRole('alertdialog')).toHaveLength(command.destructive ? 1 : 0);
      if (command.destructive) {
        const dialog = within(screen.getByRole('alertdialog'));
        expect(dialog.getByText(/ will be sent to 3 devices of devices\.csv\./)).toBeInTheDocument();
        const confirm = dialog.getByRole('button', { name: label });
        expect(confirm).toBeDisabled();
        expect(api.requests).toEqual([]);
        await user.type(dialog.getByRole('textbox', { name: 'Type 3 to confirm' }), '3');
        await user.click(confirm);
      }
      await screen.findByText('The batch is complete.');
    },
  );
});

describe('the file of a batch', () => {
  const text = `SNo;IMEI1;\n\n7;${FOUND};\n9;"${NOT_FOUND}";\n`;
  const written = `sno,imei1\r\n1,${FOUND}\r\n2,${NOT_FOUND}\r\n`;
  const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

  it.each([
    ['as it is, byte for byte', [text], text],
    ['without its wrong row', [text, '10;123;\n'], written],
    ['without its repeated row', [text, `10;${FOUND};\n`], written],
    ['written anew where it is no UTF-8', [utf16], written],
  ])('B5 D26a goes to the server %s', async (_, parts, uploaded) => {
    const { api, run } = await openBatch(commandById('lock'));
    await run(new File(parts, 'devices.csv', { type: 'application/vnd.ms-excel' }));
    expect(api.requestsOf('copy')[0]?.body['file']).toEqual({ name: 'devices.csv', text: uploaded });
  });
});
