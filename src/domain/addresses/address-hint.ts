/** Hints for a delivery address while it is typed. They never stop an order: a house may have a name instead of a number. */

const landmark =
  /\b(?:near|opp|opposite|behind|beside|next to|above|below|in front of|landmark|paas|samne|peeche|piche)\b|पास|सामने|पीछे|निकट/iu;

/** Shorter addresses lack the street or the area. */
const shortest = 15;

/** What would help the courier to find an address, in one short sentence. @param typed the street part of the address */
export function addressHint(typed: string): string {
  const text = typed.trim();
  if (!text) return 'House or flat number, street, area.';
  if (!/\p{Nd}/u.test(text)) return 'Is the house or flat number missing?';
  if ([...text].length < shortest) return 'Please add the street and the area.';
  if (!landmark.test(text)) return 'A landmark helps: near, opposite, behind …';
  return 'The courier can find this.';
}
