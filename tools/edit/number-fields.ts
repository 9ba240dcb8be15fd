/**
 * Number fields take numbers as people write them (typed-number.ts), and say so when something else is typed. Sveltia CMS
 * empties a field at the first character that `Number` does not read, so that `1,299` would be saved as 299: this listener
 * comes before its own. tests/browser/edit.test.ts fails when an update changes the fields.
 */
import { typedNumber } from './typed-number.ts';

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
