import type { DeviceAudit } from '../../contract/index.ts';

export function command(
  name: string,
  date_and_time: string,
  more: Partial<DeviceAudit['commands'][number]> = {},
): DeviceAudit['commands'][number] {
  return {
    id: '',
    transactionId: '',
    date_and_time,
    createdat: '',
    imei1: '490154203237518',
    interface: 'S',
    command: name,
    status: 'acknowledged',
    user: 'a@example.com',
    commandType: '',
    ...more,
  };
}

export function device(createdat: string) {
  return { imei1: '490154203237518', imei2: '', brand: 'Acme', model: 'One', command: '', createdat };
}

export function enrolment(action: string, date: string, createdat = ''): DeviceAudit['deenroll'][number] {
  return { imei1: '490154203237518', imei2: '', action, date, createdat };
}

/** An audit that knows nothing but what the test gives. */
export function auditOf(parts: Partial<DeviceAudit>): DeviceAudit {
  return { status: 'success', message: '', registration: [], release: [], commands: [], deenroll: [], ...parts };
}
