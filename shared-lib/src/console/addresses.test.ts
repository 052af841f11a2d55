import { addressOf, audienceOf, imeiOfFragment, withImei } from './index.ts';

const IMEI = '004999010640000';

describe('addresses', () => {
  it.each([
    ['/', 'standard'],
    ['/lockDevice', 'standard'],
    ['/superadmin', 'superadmin'],
    ['/superadmin/', 'superadmin'],
    ['/superadmin/lockDevice', 'superadmin'],
    ['/superadministration', 'standard'],
    ['/reports/superadmin/', 'standard'],
    ['/SUPERADMIN/', 'standard'],
  ] as const)('N2 N4 %s belongs to the %s addresses', (pathname, audience) => {
    expect(audienceOf(pathname)).toBe(audience);
  });

  it.each([
    ['standard', 'lockDevice', '/lockDevice'],
    ['superadmin', 'lockDevice', '/superadmin/lockDevice'],
    ['standard', '', '/'],
    ['superadmin', '', '/superadmin/'],
  ] as const)('N1 N2 for %s the path %j is %s, and belongs to them again', (audience, path, address) => {
    expect(addressOf(audience, path)).toBe(address);
    expect(audienceOf(address)).toBe(audience);
  });

  it.each([withImei('', IMEI), '#imei=004999010640000&range=last-month', '#x&imei=004999010640000'])(
    'L4 %j carries one, alone or beside other fields',
    (fragment) => expect(imeiOfFragment(fragment)).toBe(IMEI),
  );

  it.each(['', '#', `#imei=${IMEI}1`, '#imei=00499901064000', `#IMEI=${IMEI}`, '#imei=<script>'])(
    'L4 %j carries no IMEI',
    (fragment) => {
      expect(imeiOfFragment(fragment)).toBeNull();
    },
  );
});
