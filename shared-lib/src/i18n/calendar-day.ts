const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...(timeZone !== undefined && { timeZone }),
    });
  dayFormats.set(timeZone, known);
  return known;
}

/** The calendar day YYYY-MM-DD of a moment in milliseconds; default zone: the operator's own (T2, D3). */
export function calendarDay(moment: number, timeZone?: string): string {
  const parts = new Map(
    dayFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}
