import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

it("mf-reports is a valid remote, and every screen's code loads", async () => {
  await expect(expectValidRemote(remote)).resolves.toBeUndefined();
});

it("L3 L4 offers View Audit on every device's row, before all commands", () => {
  expect(remote.contributions?.deviceActions).toContainEqual({
    id: 'view-audit',
    title: 'View Audit',
    order: 0,
    screen: 'audit',
  });
});
