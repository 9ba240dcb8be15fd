import type { ReactNode } from 'react';
import { keysOf } from '#lib/keys.ts';
import './fields.css';

type Props<T extends string> = {
  legend: string;
  name: string;
  value: T;
  /** The options with their labels. */
  options: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
  /** Fields that belong to the choice. */
  children?: ReactNode;
};

/** A choice whose options are all in view. */
export const RadioField = <T extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  children,
}: Props<T>) => (
  <fieldset className="stack gap-2">
    <legend>{legend}</legend>
    {keysOf(options).map((one) => (
      <label className="tick" key={one}>
        <input type="radio" name={name} value={one} checked={value === one} onChange={() => onChange(one)} />{' '}
        <span>{options[one]}</span>
      </label>
    ))}
    {children}
  </fieldset>
);
