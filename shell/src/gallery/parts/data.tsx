import { DefinitionList, Digits, StatCard } from '@device-console/shared-lib/ui';
import { Sparkline } from '@device-console/shared-lib/ui/chart';
import type { Part, PartGroup } from '../part.ts';
import { deviceParts } from './devices.tsx';
import { dataTable, shortText, tableColumns } from './tables.tsx';
import { deviceCard, timeline } from './timeline.tsx';

const definitionList: Part = {
  name: 'DefinitionList',
  from: 'ui',
  use: 'Names and values beside one another, such as the figures of a summary or the details of one thing.',
  examples: [
    {
      caption: 'items',
      size: 'line',
      shown: (
        <DefinitionList
          items={[
            { term: 'Rows', value: '1,250' },
            { term: 'Sent', value: '1,240' },
            { term: 'Left', value: '10' },
          ]}
        />
      ),
    },
    {
      caption: 'items with a tone',
      size: 'line',
      shown: (
        <DefinitionList
          items={[
            { term: 'Success', value: '1,240', tone: 'success' },
            { term: 'Unknown', value: '7', tone: 'warning' },
            { term: 'Failed', value: '3', tone: 'danger' },
          ]}
        />
      ),
    },
    {
      caption: 'isWide: each value has the room of an IMEI',
      size: 'line',
      shown: (
        <DefinitionList
          isWide
          items={[
            { term: 'IMEI', value: <Digits>490154203237518</Digits> },
            { term: 'Registered', value: '12 March 2026, 14:05' },
            { term: 'Model', value: 'Acme One' },
          ]}
        />
      ),
    },
  ],
};

const statCard: Part = {
  name: 'StatCard',
  from: 'ui',
  use: 'One figure of a dashboard with its name.',
  examples: [
    { caption: 'label, value', shown: <StatCard label="Enrolled devices" value="12,480" /> },
    { caption: 'note', shown: <StatCard label="Locked devices" value="312" note="2.5 % of all" /> },
    {
      caption: 'trend',
      shown: (
        <StatCard
          label="Registered devices"
          value="95"
          trend={
            <Sparkline
              label="Registered by day"
              points={[
                { name: 'Monday', value: 12 },
                { name: 'Tuesday', value: 30 },
                { name: 'Wednesday', value: 53 },
              ]}
            />
          }
        />
      ),
    },
    {
      caption: 'tone="warning"',
      shown: <StatCard label="Unconfirmed" value="17" tone="warning" note="Look at the newest batch" />,
    },
    { caption: 'value left out: not known yet', shown: <StatCard label="Released devices" /> },
  ],
};

/** What is looked at and compared. */
export const data: PartGroup = {
  title: 'Data',
  parts: [dataTable, shortText, tableColumns, definitionList, statCard, ...deviceParts, deviceCard, timeline],
};
