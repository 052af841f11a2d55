import { render, screen } from '@testing-library/react';
import { ShortText } from './index.ts';

it.each(['6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10', 'a.csv', ''])(
  'D23 %j is read as a whole, and drawn in two pieces',
  (text) => {
    render(
      <p>
        <ShortText>{text}</ShortText>
      </p>,
    );
    const shown = screen.getByRole('paragraph');
    expect(shown.textContent).toBe(text);
    expect(shown.querySelector('span')).toHaveAttribute('title', text);
    const drawn = [...shown.querySelectorAll('[aria-hidden]')].map((piece) => piece.getAttribute('data-text') ?? '');
    expect(drawn.join('')).toBe(text);
    expect(drawn.at(-1)).toBe(text.slice(-6));
  },
);
