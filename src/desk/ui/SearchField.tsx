import { type FormEvent, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';

type Props = {
  label: string;
  /** The current search. */
  value: string;
  /** Called with an empty text to end the search. */
  onSearch: (text: string) => void;
};

/** A search that is submitted with Enter. */
export function SearchField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const change = (text: string) => {
    setTyped(text);
    if (!text && value) onSearch('');
  };
  return (
    <search>
      <form className="desk-tools" onSubmit={submit}>
        <TextField
          label={label}
          name="q"
          type="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={change}
        />
        <button type="submit" className="button quiet small">
          Search
        </button>
      </form>
    </search>
  );
}
