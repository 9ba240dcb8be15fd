/** Sets of positions in a list, as text in a file: `0,2,1` is 0, 2 and 3. Distances compress better than positions. */

/** @param positions each once, in any order @returns their distances in base 36 */
export const packPositions = (positions: readonly number[]): string =>
  [...positions]
    .sort((a, b) => a - b)
    .map((position, n, all) => (position - (all[n - 1] ?? 0)).toString(36))
    .join(',');

export function unpackPositions(text: string): number[] {
  let position = 0;
  return text
    .split(',')
    .filter(Boolean)
    .map((distance) => {
      position += Number.parseInt(distance, 36);
      return position;
    });
}
