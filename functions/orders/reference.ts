/** Order references, such as `ORD-123456`. */

/**
 * Number of digits per attempt: six, and more once these are scarce. References are unique in the database; a conflict
 * aborts the batch, and the next attempt draws another reference.
 */
export const referenceDigits = [6, 6, 7, 7, 8, 8] as const;

/** Returns `ORD-` and random digits. */
export function newReference(digits: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `ORD-${String(random % 10 ** digits).padStart(digits, '0')}`;
}
