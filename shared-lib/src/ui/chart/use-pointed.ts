import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** The pointed or focused one of `count` adjacent places, and the props of their area. */
export function usePointed(count: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const pointed = chosen !== null && chosen < count ? chosen : null;
  const moves: Readonly<Record<string, number | null>> = {
    ArrowLeft: Math.max(0, (pointed ?? count) - 1),
    ArrowRight: Math.min(count - 1, (pointed ?? -1) + 1),
    Home: 0,
    End: count - 1,
    Escape: null,
  };
  return {
    pointed,
    area: {
      tabIndex: 0,
      onFocus: () => setChosen((before) => before ?? count - 1),
      onBlur: () => setChosen(null),
      onPointerMove: ({ clientX, currentTarget }: PointerEvent) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        if (width > 0) setChosen(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))));
      },
      onPointerLeave: () => setChosen(null),
      onKeyDown: (event: KeyboardEvent) => {
        const move = moves[event.key];
        if (move === undefined) return;
        event.preventDefault();
        setChosen(move);
      },
    },
  };
}
