import { createBatchVault, createOperatorVault } from './create-batches.ts';

const BATCH = '6f1c1c5e-6a43-4d0e-9a53-0c1f4d7f2b10';
const ROWS = 'sno,name,imei1,amount,date,template\r\n1,"Rao, Asha आशा",356938030000005,1250.00,05/12/2026,Pre\r\n';

describe('the vault of batch rows', () => {
  it('D15 opens what the same session has sealed, also on the next page, and shows none of it', async () => {
    const sealed = await createBatchVault(() => 'token-1').seal(BATCH, 0, ROWS);
    for (const text of ['Asha', '356938030000005', '1250']) expect(sealed).not.toContain(text);
    expect(await createBatchVault(() => 'token-1').open(BATCH, 0, sealed)).toBe(ROWS);
  });

  it('D15 gives nothing in another session, without one, in another place or batch, or of changed rows', async () => {
    let token: string | null = 'token-1';
    const vault = createBatchVault(() => token);
    const sealed = await vault.seal(BATCH, 1, ROWS);
    expect(await vault.open(BATCH, 0, sealed)).toBeNull();
    expect(await vault.open('another batch', 1, sealed)).toBeNull();
    expect(await vault.open(BATCH, 1, `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
    expect(await vault.open(BATCH, 1, 'no envelope')).toBeNull();
    token = 'token-2';
    expect(await vault.open(BATCH, 1, sealed)).toBeNull();
    token = null;
    expect(await vault.open(BATCH, 1, sealed)).toBeNull();
    token = 'token-1';
    expect(await vault.open(BATCH, 1, sealed)).toBe(ROWS);
  });

  it('D15 seals nothing without a session', async () => {
    await expect(createBatchVault(() => null).seal(BATCH, 0, ROWS)).rejects.toThrow(
      'The session has ended. Log in again, then start the batch.',
    );
  });
});

describe('the vault of an operator', () => {
  const KEY = 'a shared key';

  it('B3 D15 opens what this operator has sealed in any session, and shows none of it', async () => {
    const sealed = await createOperatorVault(KEY, () => 'asha@example.com').seal(BATCH, 0, ROWS);
    expect(sealed).not.toContain('356938030000005');
    expect(await createOperatorVault(KEY, () => 'asha@example.com').open(BATCH, 0, sealed)).toBe(ROWS);
  });

  it('B3 D15 gives nothing to another operator, to nobody, at another place or under another key', async () => {
    const asha = createOperatorVault(KEY, () => 'asha@example.com');
    const sealed = await asha.seal(BATCH, 1, ROWS);
    expect(await createOperatorVault(KEY, () => 'ravi@example.com').open(BATCH, 1, sealed)).toBeNull();
    expect(await createOperatorVault(KEY, () => null).open(BATCH, 1, sealed)).toBeNull();
    expect(await asha.open(BATCH, 0, sealed)).toBeNull();
    expect(await createOperatorVault('another key', () => 'asha@example.com').open(BATCH, 1, sealed)).toBeNull();
    await expect(createOperatorVault(KEY, () => null).seal(BATCH, 0, ROWS)).rejects.toThrow(/session has ended/);
  });
});
