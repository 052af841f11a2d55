/** The texts about a file of IMEIs that was chosen. */
export const messages = {
  file: 'File',
  size: 'Size',
  readingTime: 'Reading time',
} as const;
