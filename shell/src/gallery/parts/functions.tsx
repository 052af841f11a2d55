import type { ReactNode } from 'react';
import { Actions, Button, classes, Stack, usePrinting } from '@device-console/shared-lib/ui';
import type { PartGroup } from '../part.ts';

function Printing(): ReactNode {
  return (
    <Stack gap="small">
      <p>{usePrinting() ? 'This page is being printed.' : 'This page is shown on a screen.'}</p>
      <Actions>
        <Button size="small" onPress={() => window.print()}>
          Print this page
        </Button>
      </Actions>
    </Stack>
  );
}

const isCurrent = true;

/** What is no component. */
export const functions: PartGroup = {
  title: 'Functions',
  parts: [
    {
      name: 'usePrinting',
      from: 'ui',
      use: 'True while the browser prints: what is to look otherwise on paper asks for it.',
      examples: [{ caption: 'usePrinting()', shown: <Printing /> }],
    },
    {
      name: 'classes',
      from: 'ui',
      use: 'Joins class names, and leaves out those that are absent or false.',
      examples: [
        {
          caption: "classes('row', isCurrent && 'current', undefined)",
          shown: <code>{classes('row', isCurrent && 'current', undefined)}</code>,
        },
      ],
    },
  ],
};
