import { useId } from 'react';
import { FieldNote } from '#ui/TextField.tsx';

type Props<T extends string> = {
  label: string;
  name: string;
  value: T;
  /** The options with their labels. */
  options: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
  error?: string | undefined;
};

/** A labelled select. */
export function SelectField<T extends string>({ label, name, value, options, onChange, error }: Props<T>) {
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
        {(Object.entries(options) as [T, string][]).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <FieldNote id={note} error={error} />
    </div>
  );
}
