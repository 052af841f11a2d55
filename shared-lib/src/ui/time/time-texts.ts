/** How long ago something was, in few words. */
export const timeTexts = {
  justNow: 'just now',
  minutesAgo: (count: string) => `${count} min ago`,
  hoursAgo: (count: string) => `${count} h ago`,
  oneDayAgo: '1 day ago',
  daysAgo: (count: string) => `${count} days ago`,
} as const;
