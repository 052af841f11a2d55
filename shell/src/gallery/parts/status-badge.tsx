import { StatusBadge, type StatusBadgeProps } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import type { Part } from '../part.ts';

const tones: readonly StatusBadgeProps[] = [
  { tone: 'neutral', children: 'Not loaded' },
  { tone: 'info', children: 'Sent' },
  { tone: 'success', children: 'Acknowledged' },
  { tone: 'warning', children: 'Unknown' },
  { tone: 'danger', children: 'Failed' },
];

/** A state in words, with a dot or a drawing. */
export const statusBadge: Part = {
  name: 'StatusBadge',
  from: 'ui',
  isSmall: true,
  use: 'A state in one or two words, as in a cell of a table. The word says it; the colour only helps.',
  examples: [
    ...tones.map((props) => ({ caption: `tone="${props.tone}"`, shown: <StatusBadge {...props} /> })),
    {
      caption: 'icon',
      shown: (
        <StatusBadge tone="danger" icon={<LineIcon name="app-blocked" size={14} />}>
          Not active
        </StatusBadge>
      ),
    },
  ],
};
