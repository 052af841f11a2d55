import { type Given, wrongUse } from '../command-line.mjs';

/** E-mail addresses that an option names, with commas between them. */
export function readEmails(text: string, given: Given): string[] {
  const emails = text.split(',').map((one) => one.trim().toLowerCase());
  const wrong = emails.find((one) => !/^[^\s@]+@[^\s@]+$/.test(one));
  if (wrong !== undefined) throw wrongUse(`"${wrong}" is no e-mail address.`, given);
  return emails;
}
