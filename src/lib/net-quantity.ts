/** The net quantity of a label: `30 ml`, `1.5 kg`. */

const units: Record<string, { unit: 'ml' | 'g'; factor: number }> = {
  ml: { unit: 'ml', factor: 1 },
  l: { unit: 'ml', factor: 1_000 },
  g: { unit: 'g', factor: 1 },
  kg: { unit: 'g', factor: 1_000 },
};

/** @returns millilitres or grams; undefined where the label has no single quantity, as on a kit: `150 ml + 30 ml` */
export function readNetQuantity(label: string): { amount: number; unit: 'ml' | 'g' } | undefined {
  const [, number, name = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(label.trim()) ?? [];
  const known = units[name.toLowerCase()];
  const amount = Number(number) * (known?.factor ?? 0);
  return known && amount ? { amount, unit: known.unit } : undefined;
}
