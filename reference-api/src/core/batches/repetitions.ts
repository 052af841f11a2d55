import type { BatchList } from './batch-lists.ts';
import { otherImei } from '../devices/named-device.ts';
import { exists } from '../store/count-rows.ts';
import { findNamed, type NamedDevice } from '../store/devices.ts';
import type { Database } from '../store/store.ts';
import type { Item, Sending } from '../commands/item.ts';

/** An item, and the enrolled device that it names. */
export interface ItemOfDevice {
  readonly item: Item;
  readonly device: NamedDevice;
}

interface Earlier {
  readonly row: number;
  readonly imei: string;
}

/** The rows before items that hold the other IMEI of the same phone, by the items' transactionId. */
async function earlierRows(
  db: Database,
  list: BatchList,
  items: readonly ItemOfDevice[],
): Promise<ReadonlyMap<string, Earlier>> {
  const others = items.flatMap(({ item, device }) => {
    const imei = otherImei(device, item.imei);
    return imei === '' || imei === item.imei ? [] : [{ item, imei }];
  });
  const listed = others.length === 0 ? [] : await list.containing(others.map(({ imei }) => imei));
  if (listed.length === 0) return new Map();
  const devices = await findNamed(db, listed);
  const earlier = new Map<string, Earlier>();
  for (const { item, imei } of others) {
    const row = list.rowOf(imei);
    const own = item.row ?? list.rowOf(item.imei);
    // A row whose IMEI several devices have is refused, and so commands none.
    const isTaken = devices.get(imei)?.length === 1;
    if (isTaken && row !== undefined && own !== undefined && row < own) earlier.set(item.transactionId, { row, imei });
  }
  return earlier;
}

/** The same text to a phone twice is one; another text is a second message (D13a). */
async function isSameMessage(
  db: Database,
  batchId: string,
  { item, device }: ItemOfDevice,
  before: readonly ItemOfDevice[],
): Promise<boolean> {
  const payload = JSON.stringify(item.payload);
  const isSame = (other: ItemOfDevice) =>
    other.device.imei1 === device.imei1 && JSON.stringify(other.item.payload) === payload;
  if (before.some(isSame)) return true;
  const sent = db.selectFrom('commands').where('imei', '=', device.imei1).where('batch_id', '=', batchId);
  return exists(sent.where('payload', '=', payload));
}

/**
 * Why items are not carried out that name, by the other IMEI, the phone of an earlier row of their batch's list (D13),
 * by transactionId. Of notifications only those with the same text as one that was sent or comes before.
 */
export async function repetitionsIn(
  db: Database,
  { batchId, order }: Sending,
  list: BatchList | undefined,
  items: readonly ItemOfDevice[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (!list || batchId === undefined) return found;
  const earlier = await earlierRows(db, list, items);
  for (const [index, one] of items.entries()) {
    const { transactionId } = one.item;
    const first = earlier.get(transactionId);
    if (!first) continue;
    const isMessage = order.command.form === 'notification';
    if (isMessage && !(await isSameMessage(db, batchId, one, items.slice(0, index)))) continue;
    const { row, imei } = first;
    found.set(
      transactionId,
      `This is the phone of row ${row}, IMEI ${imei}, again. Nothing was sent to it a second time.`,
    );
  }
  return found;
}
