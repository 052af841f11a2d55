import { useState, type ReactNode } from 'react';
import { BarList, BarsByDay, Sparkline, StackedBar, type ChartTone } from '@device-console/shared-lib/ui/chart';
import type { Part, PartGroup } from '../part.ts';

const days = Array.from({ length: 14 }, (_, index) => ({
  name: `${index + 7} Nov`,
  value: ((index * 7) % 11) + index,
}));
const tones: readonly ChartTone[] = ['accent', 'success', 'warning', 'danger', 'info', 'muted'];
const perCent = (value: number): string => `${value} %`;

const sparkline: Part = {
  name: 'Sparkline',
  from: 'ui/chart',
  isSmall: true,
  use: 'How a figure went, beside the figure. Point at it or focus it for its values.',
  examples: [
    { caption: 'label points', shown: <Sparkline label="Registrations by day" points={days} /> },
    ...tones.map((tone) => ({
      caption: `tone="${tone}"`,
      shown: <Sparkline label={`By day, ${tone}`} points={days} tone={tone} />,
    })),
    { caption: 'format', shown: <Sparkline label="Share by day" points={days} format={perCent} /> },
    { caption: 'points={[]}', shown: <Sparkline label="Nothing" points={[]} /> },
  ],
};

const series = [
  { name: 'Acknowledged', tone: 'success' },
  { name: 'Failed', tone: 'danger' },
  { name: 'Not answered', tone: 'warning' },
] as const;
const bars = days.map(({ name, value }, index) => ({ name, values: [value * 40, index % 5, index % 3] }));

const barsByDay: Part = {
  name: 'BarsByDay',
  from: 'ui/chart',
  use: 'Counts of some days by their kind. Colour and pattern tell the kinds apart.',
  examples: [
    {
      caption: 'label series bars',
      size: 'line',
      shown: <BarsByDay label="Commands by day" series={series} bars={bars} />,
    },
    {
      caption: 'format',
      size: 'line',
      shown: <BarsByDay label="Commands of a week" series={series} bars={bars.slice(0, 7)} format={perCent} />,
    },
    {
      caption: 'all values 0',
      size: 'line',
      shown: (
        <BarsByDay label="No commands" series={series} bars={bars.map(({ name }) => ({ name, values: [0, 0, 0] }))} />
      ),
    },
  ],
};

const parts = [
  { name: 'Found', value: 963, tone: 'success' },
  { name: 'Not found', value: 32, tone: 'warning' },
  { name: 'Unconfirmed', value: 5, tone: 'danger' },
  { name: 'Left', value: 0, tone: 'muted' },
] as const;

function ChosenPart(): ReactNode {
  const [chosen, choose] = useState<string | null>('Not found');
  return <StackedBar label="Devices of a batch, by outcome" parts={parts} chosen={chosen} onChoose={choose} />;
}

const stackedBar: Part = {
  name: 'StackedBar',
  from: 'ui/chart',
  use: 'Of what parts one figure consists. With onChoose its parts filter what stands below.',
  examples: [
    { caption: 'label parts', size: 'line', shown: <StackedBar label="Devices of a batch" parts={parts} /> },
    { caption: 'chosen onChoose', size: 'line', shown: <ChosenPart /> },
    {
      caption: 'format',
      size: 'line',
      shown: <StackedBar label="Devices of a batch, written otherwise" parts={parts} format={perCent} />,
    },
  ],
};

const barList: Part = {
  name: 'BarList',
  from: 'ui/chart',
  use: 'A few figures of the same kind to compare, each with its name and figure as text.',
  examples: [
    {
      caption: 'label bars',
      size: 'line',
      shown: (
        <BarList
          label="Devices by app version"
          bars={[
            { name: '5.2.0', value: 3120 },
            { name: '5.1.4', value: 1480, text: '1,480 · 29.6 %' },
            { name: 'Unknown', value: 12 },
          ]}
        />
      ),
    },
    {
      caption: 'tone="warning"',
      size: 'line',
      shown: <BarList label="Failures by command" tone="warning" bars={[{ name: 'Lock Device', value: 4 }]} />,
    },
  ],
};

/** Figures as pictures. */
export const charts: PartGroup = { title: 'Charts', parts: [sparkline, barsByDay, stackedBar, barList] };
