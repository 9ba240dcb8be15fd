/** More sizes and shades than any shop has: a file that names more is not read into memory. */
const most = 2000;

/** Each choice of one value a list: sizes with shades. Undefined where they are too many. */
export function combinations(lists: readonly (readonly string[])[]): string[][] | undefined {
  if (lists.reduce((count, list) => count * list.length, 1) > most) return undefined;
  return lists.reduce<string[][]>(
    (found, values) => found.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );
}
