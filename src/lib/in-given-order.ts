/** Entries in the order of these ids, then the others by theirs. */
export const inGivenOrder = <Entry extends { id: string }>(
  entries: readonly Entry[],
  ids: readonly string[],
): Entry[] => {
  const rank = ({ id }: Entry) => ids.indexOf(id) + 1 || ids.length + 1;
  return entries.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
};
