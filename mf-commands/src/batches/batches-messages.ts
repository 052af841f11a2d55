/** The texts of the list of batches. */
export const batchesMessages = {
  title: 'Batches',
  lead: 'The newest 200 batches, as the server knows them.',
  list: 'Newest first',
  everyone: 'Batches of everyone',
  refresh: 'Refresh',
  retry: 'Retry',
  fetching: 'Fetching the batches',
  failed: 'The batches could not be fetched',
  empty: 'There are no batches yet.',
  emptyHelp: 'A file of IMEIs on the screen of a command starts one.',
  unknownToServer: 'This server keeps no list of batches.',
  unknownToServerHelp: 'Its reports show the uploaded files and the executed commands.',
  help:
    'What a batch has not found is known once it is complete. Commands that are found but in none of the last ' +
    'three columns wait at the server.',
  unknown: '–',
  complete: 'complete',
  incomplete: 'incomplete',
} as const;
