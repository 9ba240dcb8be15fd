import { useId } from 'react';
import { FieldNote } from '#ui/TextField.tsx';

type Props<T extends string> = {
  label: string;
  name: string;
  value: T;
  /** What can be chosen, with the words for it. */
  options: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
  error?: string | undefined;
};

/** One of several, by name. */
export function Choice<T extends string>({ label, name, value, options, onChange, error }: Props<T>) {
  const id = useId();
  const note = error ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note}
      >
        {(Object.entries(options) as [T, string][]).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      <FieldNote id={note} error={error} />
    </div>
  );
}
