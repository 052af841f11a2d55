/** The texts of ranges of days. */
export const rangeTexts = {
  today: 'Today',
  yesterday: 'Yesterday',
  sevenDays: '7 days',
  thirtyDays: '30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  missing: 'Please choose a date.',
  endBeforeStart: 'End date cannot be prior to start date',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
} as const;
