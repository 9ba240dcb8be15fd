/**
 * Groups that shoppers avoid; `animal` follows from an ingredient's origin. Not beside their labels: every visit of My
 * skin loads this file.
 */
export const freeFromGroups = [
  'fragrance',
  'essential-oils',
  'drying-alcohol',
  'silicones',
  'animal',
] as const;
export type FreeFromGroup = (typeof freeFromGroups)[number];
