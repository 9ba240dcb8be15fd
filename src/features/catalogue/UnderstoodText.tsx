import { useEffect, useRef } from 'react';
import type { CatalogueResult } from '#features/search/catalogue-search.api.ts';
import type { Search } from '#features/search/search-query.ts';

type Props = Pick<CatalogueResult, 'understood' | 'notes'> & {
  /** What was searched; empty without a text. */
  text: string;
  onSearch: (change: Partial<Search>) => void;
};

/**
 * What a search has understood, as buttons that remove it from the text, and the notes that belong to it. The space of
 * one line stays while it loads, so that the products do not move.
 */
export function UnderstoodText({ understood, notes, text, onSearch }: Props) {
  const line = useRef<HTMLDivElement>(null);
  /** Position of the button that was pressed: its successor gets the focus. */
  const removed = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the list has changed
  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = [...(line.current?.querySelectorAll('button') ?? [])];
    const next = buttons[Math.min(removed.current, buttons.length - 1)];
    removed.current = undefined;
    (next ?? line.current?.closest('section'))?.focus({ preventScroll: true });
  }, [understood]);
  return (
    <div className="understood" ref={line} hidden={!text}>
      {understood.length > 0 && (
        <ul className="chips" aria-label="Understood">
          {understood.map(({ kind, id, label, rest }, position) => (
            <li key={`${kind} ${id} ${label}`}>
              <button
                type="button"
                aria-label={`Remove ${label}`}
                onClick={() => {
                  removed.current = position;
                  onSearch({ q: rest });
                }}
              >
                <span>{label}</span>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="m4.5 4.5 7 7m0-7-7 7" />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
