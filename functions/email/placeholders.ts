/**
 * Templates for the request to a mail API, from configuration: JSON in which `$subject`, `$text` … are placeholders
 * for the email's values, so a provider needs settings and no code.
 */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Placeholders of the request's body. */
export const bodyNames = [
  // `Harita <care@harita.example>`, and its two parts for APIs that want them separately.
  'from',
  'fromName',
  'fromEmail',
  'to',
  'replyTo',
  'subject',
  'text',
  'html',
  // All headers of the email: as one object, or, in an item of a list, repeated for each header.
  'headers',
  'headerName',
  'headerValue',
  'id',
  'messageId',
  'key',
] as const;

/** Placeholders of the request's own headers: short, and safe in a header. */
export const headerNames = ['id', 'messageId', 'key'] as const;

const placeholder = /\$([a-z]\w*)/gi;

const namesIn = (template: Json): string[] =>
  [...JSON.stringify(template).matchAll(placeholder)].map(([, name = '']) => name);

/**
 * Reads a template from configuration.
 * @param setting its name, for the message
 * @param names placeholders that the template may use
 * @throws Error when it is not a JSON object, or has an unknown placeholder; the message repeats no value
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
      `${setting}: $${unknown} is not a placeholder; the placeholders are ${names.map((n) => `$${n}`).join(' ')}`,
    );
  return template;
}

/** Whether a template contains the placeholder. */
export const uses = (template: Json, name: (typeof bodyNames)[number]): boolean =>
  namesIn(template).includes(name);

function fillText(text: string, values: Record<string, Json>): Json {
  const whole = /^\$(\w+)$/.exec(text)?.[1];
  // Alone, a placeholder may become more than text: $headers is an object.
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole] ?? null;
  return text.replace(placeholder, (name, key: string) => {
    if (!Object.hasOwn(values, key)) return name;
    const value = values[key];
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Whether an item of a list is to be repeated for each header. A list inside it repeats its own items. */
function isPerHeader(item: Json): boolean {
  if (typeof item === 'string') return uses(item, 'headerName') || uses(item, 'headerValue');
  return (
    typeof item === 'object' && item !== null && !Array.isArray(item) && Object.values(item).some(isPerHeader)
  );
}

/**
 * Replaces the placeholders at any depth. Inserted values are not searched again, so `$key` in a customer's message
 * stays text.
 */
export function fill(template: Json, values: Record<string, Json>): Json {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template))
    return template.flatMap((item) =>
      isPerHeader(item)
        ? Object.entries((values.headers ?? {}) as Record<string, string>).map(([headerName, headerValue]) =>
            fill(item, { ...values, headerName, headerValue }),
          )
        : [fill(item, values)],
    );
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]));
}
