/** What people call an order by. */

/**
 * How many digits are drawn for one order, try after try: six until they are scarce, then more. The database keeps
 * references unique; a conflict aborts the batch, and another one is drawn.
 */
export const referenceDigits = [6, 6, 7, 7, 8, 8] as const;

/** `ORD-` and so many random digits. */
export function newReference(digits: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `ORD-${String(random % 10 ** digits).padStart(digits, '0')}`;
}
