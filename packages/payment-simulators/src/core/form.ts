/** Form bodies with brackets, as Stripe takes them, and some of Razorpay's clients send them: `line_items[0][quantity]=2`. */

type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

type Node = string | Map<string, Node>;

/** `a[b][0]` to `['a', 'b', '0']`; what is no such name stays one. */
function pathOf(name: string): string[] {
  const [, head, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || rest === undefined) return [name];
  return [head, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, key = '']) => key)];
}

function put(map: Map<string, Node>, [head = '', ...rest]: string[], value: string): void {
  // `expand[]=a&expand[]=b`: each is one more.
  const key = head === '' ? String(map.size) : head;
  if (!rest.length) {
    map.set(key, value);
    return;
  }
  const inside = map.get(key);
  const next = inside instanceof Map ? inside : new Map<string, Node>();
  map.set(key, next);
  put(next, rest, value);
}

function plain(node: Node): FormValue {
  if (typeof node === 'string') return node;
  const keys = [...node.keys()];
  const isList = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  return isList
    ? [...node].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => plain(value))
    : Object.fromEntries([...node].map(([key, value]) => [key, plain(value)]));
}

/** A form body or a query string as nested fields; every value is text, as sent. */
export function readForm(text: string): FormFields {
  const map = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(text)) put(map, pathOf(name), value);
  return Object.fromEntries([...map].map(([key, value]) => [key, plain(value)]));
}
