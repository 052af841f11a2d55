import { randomUUID } from 'node:crypto';
import { isImei } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import type { GivenDevice } from '../../core/devices/register-devices.ts';
import { standardTimes } from '../../core/gateway/worker-parts.ts';
import type { Clock } from '../../core/time/clock.ts';
import { createKnoxApi, type KnoxDevice, type KnoxSettings } from './knox-api.ts';

const PAGE = 100;

/** States of devices that Knox Guard does not manage, or no longer. */
const UNMANAGED = /^(pending|rejected|complet(e|ed|ing))$/i;

function deviceOf({ deviceUid, imei, imei2, model, status }: KnoxDevice): GivenDevice {
  const imei1 = [imei, deviceUid].find((text) => text && isImei(text));
  if (imei1 === undefined) return `${deviceUid}: it has no IMEI of 15 digits`;
  if (UNMANAGED.test(status)) return `${imei1}: its state at Knox Guard is "${status}"`;
  const second = imei2 && isImei(imei2) && imei2 !== imei1 ? imei2 : '';
  return { imei1, imei2: second, brand: 'Samsung', model: model ?? '', app_version: '', app_type: '' };
}

/** All devices of Knox Guard's list, page by page. Throws BusinessError if a page cannot be had. */
export async function* devicesOfKnoxGuard(settings: KnoxSettings, clock: Clock): AsyncGenerator<GivenDevice> {
  const api = createKnoxApi(settings, clock, standardTimes);
  try {
    const listed = new Set<string>();
    for (let pageNum = 0, read = 0; ; pageNum += 1) {
      const reply = await api.list({ pageNum, pageSize: PAGE }, randomUUID());
      if (reply.kind !== 'answered')
        throw new BusinessError(`${reply.reason} ${read} devices were read. Run it again: it can be repeated.`);
      const { deviceList, totalCount } = reply.answer;
      for (const device of deviceList) if (!listed.has(device.deviceUid)) yield deviceOf(device);
      for (const { deviceUid } of deviceList) listed.add(deviceUid);
      read += deviceList.length;
      if (deviceList.length > 0 && read < totalCount) continue;
      if (listed.size < totalCount)
        yield `Knox Guard has ${totalCount} devices, and its pages only ${listed.size} different ones: run it again`;
      return;
    }
  } finally {
    await api.close();
  }
}
