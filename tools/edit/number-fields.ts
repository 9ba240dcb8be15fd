/**
 * Number fields take numbers as people write them, and say so when something else is typed. Sveltia CMS
 * empties a field at the first character that `Number` does not read, so that `1,299` would be saved as 299: this listener
 * comes before its own. tests/browser/edit.test.ts fails when an update changes the fields.
 */
import { cleanLine } from 'shop-import/clean-line';

/**
 * `₹ 1,299.00`, `1,00,000` and `१२९९` become digits with a point. A number may be half typed: `1299.`
 * @returns undefined if it is no number
 */
export function typedNumber(text: string): string | undefined {
  const number = cleanLine(text)
    .replace(/^(?:₹|rs\.?|inr)/i, '')
    .replace(/\/-$/, '')
    .replace(/[ ,]/g, '');
  return /^-?\d*(?:\.\d*)?$/.test(number) ? number : undefined;
}

const sentence = 'This field takes a number, such as 1299, 1,299 or 1299.50.';

const isNumberField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.role === 'spinbutton';

/** Must run before the CMS starts. */
export function acceptIndianNumbers(): void {
  const before = new WeakMap<HTMLInputElement, string>();
  const remember = ({ target }: Event) => {
    if (isNumberField(target)) before.set(target, target.value);
  };
  window.addEventListener('focusin', remember, { capture: true });
  window.addEventListener('beforeinput', remember, { capture: true });
  window.addEventListener(
    'input',
    ({ target }) => {
      if (!isNumberField(target)) return;
      const number = typedNumber(target.value);
      target.setCustomValidity(number === undefined ? sentence : '');
      if (number === undefined) target.reportValidity();
      const value = number ?? before.get(target) ?? '';
      if (value !== target.value) target.value = value;
    },
    { capture: true },
  );
}
