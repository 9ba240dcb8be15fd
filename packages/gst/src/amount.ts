/** Amounts of money. */

/** A whole number of paise (1 rupee = 100 paise). */
export type Paise = number;

/**
 * Spreads an amount over others in proportion, by largest remainder: the shares are whole paise, their sum is the amount, and
 * none exceeds its own. Of equal remainders the earlier one wins.
 * @param amount at most the sum of `totals`
 */
export function spreadAmount(amount: Paise, totals: readonly Paise[]): Paise[] {
  // BigInt: the product of two amounts may exceed what a double holds exactly.
  const sum = totals.reduce((all, total) => all + BigInt(total), 0n);
  if (sum === 0n) return totals.map(() => 0);
  const parts = totals.map((total, line) => {
    const product = BigInt(amount) * BigInt(total);
    return { line, share: Number(product / sum), remainder: product % sum };
  });
  const left = amount - parts.reduce((all, { share }) => all + share, 0);
  const roundedUp = parts
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
    .slice(0, left)
    .map(({ line }) => line);
  return parts.map(({ line, share }) => share + (roundedUp.includes(line) ? 1 : 0));
}
