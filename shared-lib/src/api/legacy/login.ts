import { LOGIN_VALIDATED } from '../../contract/index.ts';
import type { Fields } from './fields.ts';
import type { Statement } from './statement.ts';

/** Values of `loggedin` that a completed login may have; earlier back ends do not send it (S9). */
const completed: ReadonlySet<string> = new Set(['', '1', 'true', LOGIN_VALIDATED.toLowerCase()]);

const hasToken = ({ token }: Fields): boolean => typeof token === 'string' && token.trim() !== '';

/** A login without token and status, but with words, is refused in these words (S7). */
export function loginStatement(statement: Statement, fields: Fields): Statement {
  const isRefused =
    statement.status === null && statement.doubt === null && statement.message !== '' && !hasToken(fields);
  return isRefused ? { ...statement, status: 'error' } : statement;
}

/** The fields of a login, marked as completed when it gave a token and does not say otherwise. */
export function completedLogin(fields: Fields): Fields {
  const mark = String(fields['loggedin'] ?? '')
    .trim()
    .toLowerCase();
  return hasToken(fields) && completed.has(mark) ? { ...fields, loggedin: LOGIN_VALIDATED } : fields;
}
