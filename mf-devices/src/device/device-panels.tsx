import type { ReactNode } from 'react';
import { useDevicePanels } from '@device-console/shared-lib/console';
import { Card } from '@device-console/shared-lib/ui';

/** What other remotes know of the device, each in a card of its own. Under another key they ask anew. */
export function DevicePanels({ imei }: { readonly imei: string }): ReactNode {
  return useDevicePanels().map(({ id, title, Panel }) => (
    <Card key={id} title={title}>
      <Panel imei={imei} />
    </Card>
  ));
}
