import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Place } from '../store/report-lists.ts';
import { BusinessError } from '../errors/expected-errors.ts';

/** Where the next page of a report begins. */
export interface Position {
  /** Which of the report's lists, from 0. */
  readonly list: number;
  readonly after: Place;
  /** For each list the newest row that the first page knew of: what came later is in no page. */
  readonly upTo: readonly number[];
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positionSchema = v.object({ list: whole, after: v.object({ at: v.string(), id: whole }), upTo: v.array(whole) });

const UNKNOWN_PAGE = 'This page is not of this report. Please fetch the report again.';

/** Writes and reads the cursors of one report, one caller and one range: any other text is refused. */
export interface CursorSeal {
  write(position: Position): string;
  /** Throws BusinessError for a text that `write` of the same seal did not make. */
  read(cursor: string): Position;
}

/** Makes the seal; `belongsTo` is what a cursor must not be used outside of. */
export function createCursorSeal(key: string, belongsTo: readonly (string | number)[]): CursorSeal {
  const markOf = (content: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([belongsTo, content]))
      .digest();
  return {
    write(position) {
      const content = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${content}.${markOf(content).toString('base64url')}`;
    },
    read(cursor) {
      const [content = '', mark = ''] = cursor.split('.');
      const given = Buffer.from(mark, 'base64url');
      const expected = markOf(content);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new BusinessError(UNKNOWN_PAGE);
      return v.parse(positionSchema, JSON.parse(Buffer.from(content, 'base64url').toString()));
    },
  };
}
