/** What an import has to say of a product, for the report. */
import { describePlace, type Finding, type Place } from 'shop-import/problem';

/**
 * A finding of the file, or of its meeting with the shop.
 * @property severity also `conflict`: an editor and the export have both changed a value, and the editor's stays; `kept`: a
 *   value is in the record of the import only, since the shop has no field for it
 */
export type ImportFinding = Place & {
  severity: Finding['severity'] | 'conflict' | 'kept';
  /** What it is about, such as the address of a picture. */
  about?: string;
  message: string;
};

const severities: Record<ImportFinding['severity'], string> = {
  refused: 'Not imported',
  conflict: 'Changed here and in the export',
  'left out': 'Left out',
  guessed: 'Guessed',
  missing: 'Missing',
  kept: 'Not shown',
};

/** `Guessed, row 12, column Status: …` */
export const findingLine = ({ severity, about, message, ...place }: ImportFinding): string =>
  [[severities[severity], describePlace(place)].filter(Boolean).join(', '), about, message]
    .filter(Boolean)
    .join(': ');

/** Products with refusals come first, then those with conflicts and guesses. */
export function mostUrgentFirst<T extends { findings: readonly ImportFinding[] }>(
  products: readonly T[],
): T[] {
  const order = ['refused', 'left out', 'conflict', 'guessed', 'missing', 'kept'];
  const urgencyOf = ({ findings }: T) =>
    Math.min(...findings.map(({ severity }) => order.indexOf(severity)), order.indexOf('missing'));
  return products.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}

/** Counts equal sentences. Names in quotation marks are left out. */
export function tally(findings: readonly ImportFinding[], severity: ImportFinding['severity']): string[] {
  const counts = new Map<string, number>();
  for (const { message } of findings.filter((one) => one.severity === severity)) {
    const sentence = message.replace(/“[^”]*”/g, '“…”');
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([sentence, count]) => `  ${count} × ${sentence}`);
}
