/**
 * References in texts: `{{returns.days}}` is replaced by the value of that name (docs/behaviour.md,
 * "Facts of the shop").
 */

/** The allowed names with their values. */
export type Facts = Readonly<Record<string, string>>;

const refuse = (mistake: string): never => {
  throw new Error(mistake);
};

/** `{{#care.phone}}or call {{care.phone}}{{/care.phone}}`: a part with a fact, and with `^` one without it, as in Mustache. */
const part = /\{\{([#^])\s*([\w.]+)\s*\}\}((?:(?!\{\{[#^]\s*\2\s*\}\})[\s\S])*?)\{\{\/\s*\2\s*\}\}/;

/** A text without the parts whose condition does not hold. A fact that is empty is one that the shop does not have. */
const fillParts = (text: string, facts: Facts, unknown: (reference: string) => string): string => {
  const [whole, sign, name = '', inner = ''] = part.exec(text) ?? [];
  if (whole === undefined) return text;
  const value = facts[name];
  if (value === undefined) unknown(`{{${sign}${name}}}`);
  const isShown = (sign === '#') === Boolean(value);
  return fillParts(
    text.replace(whole, () => (isShown ? inner : '')),
    facts,
    unknown,
  );
};

/**
 * Replaces the references of a text, and leaves out its parts that need a fact which the shop does not have.
 * @param place of the text, for the error message: a file, or a file and a field
 * @param report takes the place and an unknown name, which stays in the text; throws them when left out
 */
export const fillIn = (
  text: string,
  facts: Facts,
  place: string,
  report: (mistake: string) => void = refuse,
): string => {
  const unknown = (reference: string) => {
    report(`${place}: ${reference}: no such fact; use one of ${Object.keys(facts).join(', ')}`);
    return reference;
  };
  return fillParts(text, facts, unknown).replace(
    /\{\{(.*?)\}\}/gs,
    (reference, written: string) => facts[written.trim()] ?? unknown(reference),
  );
};

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
