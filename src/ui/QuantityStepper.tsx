import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import './quantity-stepper.css';

type Props = {
  /** The name of the product, for screen readers. */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  disabled?: boolean;
  /** The id of the field, for `data-quantity`. */
  id?: string;
};

/** The first press selects the whole number; the default action of the press would undo the selection. */
function selectAll(event: MouseEvent<HTMLInputElement>): void {
  if (document.activeElement === event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/**
 * A number between two buttons. A typed number applies when the field is left or Enter is pressed, so that "12" is not
 * first read as "1"; an invalid one is reset.
 */
export function QuantityStepper({ label, value, min, max, onChange, disabled = false, id }: Props) {
  const [typed, setTyped] = useState<string>();
  const set = (next: number) => {
    setTyped(undefined);
    const clamped = Math.min(max, Math.max(min, Math.trunc(next)));
    if (clamped !== value) onChange(clamped);
  };
  const commit = () => {
    if (typed === undefined) return;
    const number = Number(typed);
    if (typed.trim() === '' || Number.isNaN(number)) setTyped(undefined);
    else set(number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') setTyped(undefined);
    else if (event.key === 'ArrowUp') set(value + 1);
    else if (event.key === 'ArrowDown') set(value - 1);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and a layout of its own
    <div className="quantity" role="group" aria-label={`Quantity of ${label}`}>
      <button
        type="button"
        className="icon-button"
        aria-label="One less"
        disabled={disabled || value <= min}
        onClick={() => set(value - 1)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10" />
        </svg>
      </button>
      <input
        id={id}
        aria-label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onMouseDown={selectAll}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="icon-button"
        aria-label="One more"
        disabled={disabled || value >= max}
        onClick={() => set(value + 1)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10M8 3v10" />
        </svg>
      </button>
    </div>
  );
}
