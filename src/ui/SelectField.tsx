import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { FieldNote } from './TextField.tsx';

type Props<T extends string> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange' | 'value' | 'name' | 'children'
> & {
  label: string;
  name: string;
  value: T;
  /** The options with their labels. */
  options: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
  error?: string | undefined;
  /** Shown below the error. */
  children?: ReactNode;
};

/** A labelled select. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
  error,
  children,
  className = '',
  ...select
}: Props<T>) {
  const id = useId();
  const note = error ? `${id}-note` : undefined;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
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
      {children}
    </div>
  );
}
