import { useState } from 'react';

/** Some devices of a list, or all but some. */
export interface ChosenDevices {
  readonly isAll: boolean;
  /** The chosen devices, or those excluded from all. */
  readonly apart: ReadonlySet<string>;
}

export const noneChosen: ChosenDevices = { isAll: false, apart: new Set() };
export const allChosen: ChosenDevices = { isAll: true, apart: new Set() };

export const isChosen = ({ isAll, apart }: ChosenDevices, imei: string): boolean => isAll !== apart.has(imei);

export const countOf = ({ isAll, apart }: ChosenDevices, total: number | null): number | null =>
  isAll ? total && total - apart.size : apart.size;

function withDevices(chosen: ChosenDevices, imeis: readonly string[], isWanted: boolean): ChosenDevices {
  const apart = new Set(chosen.apart);
  for (const imei of imeis)
    if (isWanted === chosen.isAll) apart.delete(imei);
    else apart.add(imei);
  return { ...chosen, apart };
}

/** Selects single devices, and ranges that start at the last device pressed. */
export function useChosen(first: ChosenDevices, imeis: readonly string[]) {
  const [chosen, setChosen] = useState(first);
  const [last, setLast] = useState<number | null>(null);
  const press = (place: number, isWanted: boolean, isRange: boolean): void => {
    const from = isRange && last !== null ? last : place;
    setChosen(withDevices(chosen, imeis.slice(Math.min(from, place), Math.max(from, place) + 1), isWanted));
    setLast(place);
  };
  return { chosen, setChosen, press };
}
