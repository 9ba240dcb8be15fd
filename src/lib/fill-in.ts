/**
 * References in texts: `{{returns.days}}` is replaced by the value of that name (docs/behaviour.md,
 * "Facts of the shop").
 */

/** The allowed names with their values. */
export type Facts = Readonly<Record<string, string>>;

const refuse = (mistake: string): never => {
  throw new Error(mistake);
};

/**
 * Replaces the references of a text.
 * @param place of the text, for the error message: a file, or a file and a field
 * @param report takes the place and an unknown name, which stays in the text; throws them when left out
 */
export const fillIn = (
  text: string,
  facts: Facts,
  place: string,
  report: (mistake: string) => void = refuse,
): string =>
  text.replace(/\{\{(.*?)\}\}/gs, (reference, written: string) => {
    const value = facts[written.trim()];
    if (value === undefined)
      report(`${place}: ${reference}: no such fact; use one of ${Object.keys(facts).join(', ')}`);
    return value ?? reference;
  });

/**
 * Replaces the references of every text in a value.
 * @param place of the value, for the error message; the field is added: `content/products/<id>/index.md: faqs.2.answer`
 */
export function fillInAll<T>(
  value: T,
  facts: Facts,
  place: string,
  report?: (mistake: string) => void,
  field: readonly string[] = [],
): T {
  if (typeof value === 'string')
    return fillIn(value, facts, [place, ...(field.length ? [field.join('.')] : [])].join(': '), report) as T;
  if (Array.isArray(value))
    return value.map((part, n) => fillInAll(part, facts, place, report, [...field, `${n}`])) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      fillInAll(part, facts, place, report, [...field, name]),
    ]),
  ) as T;
}
