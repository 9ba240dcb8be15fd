import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'name'> & {
  /** For text of several lines. */
  rows?: number;
  label: ReactNode;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Says how to correct the value; replaces the hint. */
  error?: string | undefined;
  hint?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Shown inside the field, at its end, such as the show-password button. */
  children?: ReactNode;
};

/** An input with label and hint or error, connected for screen readers. */
export function TextField({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  ref,
  children,
  className,
  id: given,
  ...input
}: Props) {
  const made = useId();
  const id = given ?? made;
  const Box = (input.rows ? 'textarea' : 'input') as 'input';
  const note = error || hint ? `${id}-note` : undefined;
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <Box
          {...input}
          ref={ref}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note}
        />
        {children}
      </div>
      <FieldNote id={note} error={error} hint={hint} />
    </div>
  );
}

/** The line below a field: its error, else its hint. */
export function FieldNote(props: {
  id: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  if (props.error)
    return (
      <p className="error" id={props.id}>
        {props.error}
      </p>
    );
  return props.hint ? (
    <p className="hint" id={props.id}>
      {props.hint}
    </p>
  ) : null;
}
