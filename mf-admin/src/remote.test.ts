import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

it("mf-admin is a valid remote, and every screen's code loads", async () => {
  await expect(expectValidRemote(remote)).resolves.toBeUndefined();
});
