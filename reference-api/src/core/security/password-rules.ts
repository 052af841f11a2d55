import { FieldRefused } from '../errors/expected-errors.ts';
import type { Account } from '../store/accounts.ts';
import { PASSWORD_MAX_LENGTH } from './passwords.ts';

/** For new passwords, in characters. Shorter ones of earlier versions still work. */
const PASSWORD_MIN_LENGTH = 10;
const DIFFERENT_CHARACTERS = 5;
/** Characters around a common password that do not make it good, such as `Password-2026!`. */
const DECORATION = 8;
/** Characters that must remain of a password without its owner's own words. */
const OWN_REST = 8;
/** Shorter parts of an address occur in too many words. */
const OWN_WORD = 4;

const COMMON =
  'This password is one of the most used ones, or one with a few characters added. Please choose another, for ' +
  'example three or four words that do not belong together.';
const OWN_WORDS =
  "This password is made of your e-mail, phone or company name, or of this console's own words. Please choose other " +
  'words.';
/** Guesses of anybody who knows which console it is; docs/security-inventory.md lists them. */
export const CONSOLE_WORDS: readonly string[] = ['superadmin', 'operator', 'console', 'device', 'admin', 'imei'];

type PasswordOwner = Pick<Account, 'email' | 'phone'>;

let commonPasswords: ReadonlySet<string> | undefined;

const LOOK_ALIKES = { signs: '@431!0$57', letters: 'aaeiiosst' };

function plainLetters(text: string): string {
  const { signs, letters } = LOOK_ALIKES;
  return [...text].map((sign) => letters[signs.indexOf(sign)] ?? sign).join('');
}

async function isCommon(password: string): Promise<boolean> {
  // Half a megabyte, needed only when a password is set.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = (commonPasswords ??= new Set(dictionary['passwords-common']));
  const undecorated = [
    password,
    password.replace(/[^\p{L}]+$/u, ''),
    password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
  ];
  return undecorated
    .filter((text) => password.length - text.length <= DECORATION)
    .some((text) => common.has(text) || common.has(plainLetters(text)));
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The local part and its pieces, the domain's names, the phone number, the console's words; longest first. */
function wordsOf({ email, phone }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const words = [
    lettersAndDigits(local),
    ...local.split(/[^\p{L}\p{N}]+/u),
    ...domain.split('.').slice(0, -1).map(lettersAndDigits),
    phone,
    ...CONSOLE_WORDS,
  ];
  return words.filter((word) => word.length >= OWN_WORD).toSorted((left, right) => right.length - left.length);
}

export async function requireUncommonPassword(password: string): Promise<void> {
  if (password.length < PASSWORD_MIN_LENGTH)
    throw new FieldRefused('password', `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`);
  if (password.length > PASSWORD_MAX_LENGTH)
    throw new FieldRefused('password', `The password may have at most ${PASSWORD_MAX_LENGTH} characters.`);
  const lower = password.normalize('NFKC').toLowerCase();
  if (new Set(lower).size < DIFFERENT_CHARACTERS)
    throw new FieldRefused('password', `The password needs at least ${DIFFERENT_CHARACTERS} different characters.`);
  if (await isCommon(lower)) throw new FieldRefused('password', COMMON);
}

/** Refuses a password that people who know its owner would guess. Throws FieldRefused. */
export function requireNoOwnWords(password: string, owner: PasswordOwner): void {
  const plain = lettersAndDigits(password.normalize('NFKC').toLowerCase());
  const rest = wordsOf(owner).reduce((text, word) => text.replaceAll(word, ''), plain);
  if (rest !== plain && rest.length < OWN_REST) throw new FieldRefused('password', OWN_WORDS);
}

export async function requireGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  await requireUncommonPassword(password);
  requireNoOwnWords(password, owner);
}
