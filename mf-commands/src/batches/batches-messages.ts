import { messages } from '../messages.ts';
import { t } from '../t.ts';

/** The texts of the list of batches. */
export const batchesMessages = {
  title: messages.batches,
  lead: t('The newest 200 batches, as the server knows them.'),
  list: t('Newest first'),
  everyone: t('Batches of everyone'),
  everyoneOfMine: t('Batches of everyone, of the commands that I may send'),
  refresh: t('Refresh'),
  retry: t('Retry'),
  fetching: t('Fetching the batches'),
  failed: t('The batches could not be fetched'),
  empty: t('There are no batches yet.'),
  emptyHelp: t('A file of IMEIs on the screen of a command starts one.'),
  unknownToServer: t('This server keeps no list of batches.'),
  unknownToServerHelp: t('Its reports show the uploaded files and the executed commands.'),
  help: t(
    'What a batch has not found is known once it is complete. Commands that are found but in none of the ' +
      'last three columns wait at the server.',
  ),
  unknown: '–',
} as const;
