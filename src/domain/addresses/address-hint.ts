/** Hints for a delivery address while it is typed. They never stop an order: a house may have a name instead of a number. */

const landmark = /\b(?:near|opp|behind|beside|next|paas|samne|peeche)|पास|सामने|पीछे/iu;

/** Shorter addresses lack the street or the area. */
const shortest = 15;

/** What would help the courier to find an address, in one short sentence. @param typed the street part of the address */
export function addressHint(typed: string): string {
  const text = typed.trim();
  if (!text) return 'House, street, area';
  if (!/\p{Nd}/u.test(text)) return 'Is the house number missing?';
  if (text.length < shortest) return 'Please add street and area.';
  return landmark.test(text) ? 'The courier can find this.' : 'A landmark helps: near, opposite, behind …';
}
