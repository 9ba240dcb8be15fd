/**
 * My skin: what a shopper says of their skin. It stays on the device, so no server and no address ever holds it. Old and
 * damaged entries are read as far as they are valid.
 */
import { type FreeFromGroup, freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { skinTypes } from '#lib/product-constants.ts';

export type SkinProfile = {
  type?: (typeof skinTypes)[number];
  /** Ids of concerns in `content/search.yaml`. */
  concerns: string[];
  avoid: FreeFromGroup[];
  /** Pregnant or nursing. */
  pregnancy: boolean;
};

export const emptyProfile: SkinProfile = { concerns: [], avoid: [], pregnancy: false };

/** Most concerns that are kept. */
const maxConcerns = 20;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value);

/** @param text what the device holds @returns the valid part of it */
export function readProfile(text: string): SkinProfile {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return emptyProfile;
  }
  if (typeof stored !== 'object' || stored === null) return emptyProfile;
  const { type, concerns, avoid, pregnancy } = stored as Record<string, unknown>;
  const known = skinTypes.find((one) => one === type);
  return {
    ...(known && { type: known }),
    concerns: Array.isArray(concerns) ? [...new Set(concerns.filter(isId))].slice(0, maxConcerns) : [],
    avoid: Array.isArray(avoid) ? freeFromGroups.filter((group) => avoid.includes(group)) : [],
    pregnancy: pregnancy === true,
  };
}

export const isEmptyProfile = ({ type, concerns, avoid, pregnancy }: SkinProfile): boolean =>
  !type && concerns.length === 0 && avoid.length === 0 && !pregnancy;

/** One wish of a profile: `type:Oily Skin`, `concerns:acne`, `avoid:fragrance`, `pregnancy:true`. */
export type Wish = `${keyof SkinProfile}:${string}`;

/** The wishes of a profile; show-reasons.js, which runs before any module, reads the stored one in the same way. */
export const wishesOf = ({ type, concerns, avoid, pregnancy }: SkinProfile): Wish[] => [
  ...(type ? [`type:${type}` as const] : []),
  ...concerns.map((id) => `concerns:${id}` as const),
  ...avoid.map((group) => `avoid:${group}` as const),
  ...(pregnancy ? ['pregnancy:true' as const] : []),
];
