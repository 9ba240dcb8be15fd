/**
 * The shape of a mail API's request, from configuration: JSON in which `$subject`, `$text` … stand for the
 * mail's own values, so that a provider is a setting and no code.
 */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What the request's body may name. */
export const bodyNames = [
  // `Harita <care@harita.example>`, and its two parts for APIs that take them apart.
  'from',
  'fromName',
  'fromEmail',
  'to',
  'replyTo',
  'subject',
  'text',
  'html',
  // All headers of the mail: as one object, or, in an item of a list, repeated for each of them.
  'headers',
  'headerName',
  'headerValue',
  'id',
  'messageId',
  'key',
] as const;

/** What the request's own headers may name: short, and safe in a header. */
export const headerNames = ['id', 'messageId', 'key'] as const;

const placeholder = /\$([a-z]\w*)/gi;

const namesIn = (template: Json): string[] =>
  [...JSON.stringify(template).matchAll(placeholder)].map(([, name = '']) => name);

/**
 * Reads a template from configuration.
 * @param setting its name, for the message
 * @param names that the template may use
 * @throws Error when it is not a JSON object, or names what is no placeholder; its values are not repeated
 */
export function readTemplate(
  setting: string,
  text: string,
  names: readonly string[],
): { [name: string]: Json } {
  let template: Json;
  try {
    template = JSON.parse(text);
  } catch {
    throw new Error(`${setting} is not valid JSON`);
  }
  if (typeof template !== 'object' || template === null || Array.isArray(template))
    throw new Error(`${setting} must be a JSON object`);
  const unknown = namesIn(template).find((name) => !names.includes(name));
  if (unknown)
    throw new Error(
      `${setting}: $${unknown} is no placeholder; there are ${names.map((n) => `$${n}`).join(' ')}`,
    );
  return template;
}

/** Whether a template names the placeholder. */
export const uses = (template: Json, name: (typeof bodyNames)[number]): boolean =>
  namesIn(template).includes(name);

function fillText(text: string, values: Record<string, Json>): Json {
  const whole = /^\$(\w+)$/.exec(text)?.[1];
  // Standing alone, it may be more than text: $headers is an object.
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole] ?? null;
  return text.replace(placeholder, (name, key: string) => {
    if (!Object.hasOwn(values, key)) return name;
    const value = values[key];
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Whether an item of a list is one header's; a list inside it repeats items of its own. */
function perHeader(item: Json): boolean {
  if (typeof item === 'string') return uses(item, 'headerName') || uses(item, 'headerValue');
  return (
    typeof item === 'object' && item !== null && !Array.isArray(item) && Object.values(item).some(perHeader)
  );
}

/**
 * Puts the values in the place of their names, at any depth. What is put in is never looked at again, so a
 * `$key` in somebody's message stays the words that it is.
 */
export function fill(template: Json, values: Record<string, Json>): Json {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template))
    return template.flatMap((item) =>
      perHeader(item)
        ? Object.entries((values.headers ?? {}) as Record<string, string>).map(([headerName, headerValue]) =>
            fill(item, { ...values, headerName, headerValue }),
          )
        : [fill(item, values)],
    );
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]));
}
