/** Whether two values that YAML can hold are the same; the order of names does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [Object.entries(one), other as Record<string, unknown>];
  return (
    a.length === Object.keys(b).length && a.every(([name, value]) => name in b && isEqual(value, b[name]))
  );
}
