/** Shops with parts switched off (docs/behaviour.md, "Switches"). */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Switches } from '#domain/store/features.ts';

export type Switch = keyof Switches;

/** Where a way to pay is switched, in `store.yaml`; the other parts are in `features`. */
const offeredIn: Partial<Record<Switch, string>> = {
  razorpay: 'razorpay',
  stripe: 'stripe',
  transfer: 'bankTransfer',
  cod: 'cashOnDelivery',
};

/** The place of a switch in `store.yaml`: `features.skin`. */
export function settingOf(part: Switch): string {
  const group = offeredIn[part];
  return group ? `${group}.offered` : `features.${part}`;
}

/** The content that a shop without a part need not have. */
const needless: Partial<Record<Switch, readonly string[]>> = {
  skin: ['skin.yaml'],
  routine: ['routine.yaml'],
  ingredients: ['ingredients'],
  journal: ['journal'],
  reviews: ['policies/reviews.md'],
};

/** Switches parts off in a folder of content, and deletes what they alone need. */
export function switchOff(content: string, parts: readonly Switch[]): void {
  const file = join(content, 'store.yaml');
  const store = parseDocument(readFileSync(file, 'utf8'));
  for (const part of parts) {
    store.setIn(settingOf(part).split('.'), false);
    for (const name of needless[part] ?? []) rmSync(join(content, name), { recursive: true });
  }
  writeFileSync(file, String(store));
}
