import { useEffect, useId, useRef, useState } from 'react';
import type { Search } from '#domain/search/search-query.ts';
import { pause } from '#features/search/typing.ts';
import { longestSearch } from '#lib/product-constants.ts';

type Props = {
  /** What the products are called. */
  within: string;
  search: Search;
  /** @param refines whether the text continues the one that is being typed */
  onChange: (change: Partial<Search>, refines?: boolean) => void;
};

/** A box that searches among the products of a category, brand or country. The one of the header searches all. */
export function SearchWithin({ within, search: { q }, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState(q);
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refines = useRef(false);
  // Also after Back and Forward, which win over a key that was pressed shortly before.
  useEffect(() => {
    clearTimeout(clock.current);
    setText((before) => (before.trim() === q.trim() ? before : q));
  }, [q]);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(clock.current);
    clock.current = setTimeout(() => {
      onChange({ q: typed }, refines.current);
      refines.current = true;
    }, pause);
  };
  return (
    <div>
      <label className="collection-filter-title" htmlFor={id}>
        Search in {within}
      </label>
      <input
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={longestSearch}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          refines.current = false;
        }}
      />
    </div>
  );
}
