import { type FormEvent, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';

type Props = {
  label: string;
  /** What is looked for now. */
  value: string;
  /** With nothing: everything again. */
  onFind: (text: string) => void;
};

/** A search that is asked on Enter. */
export function Find({ label, value, onFind }: Props) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(typed.trim());
  };
  const change = (text: string) => {
    setTyped(text);
    if (!text && value) onFind('');
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
          Find
        </button>
      </form>
    </search>
  );
}
