/**
 * The drawing that stands for a product without a picture: lines of a pack as its category names it
 * (category-content.ts), with the first letter of the name, in a square of 400 units.
 */

type Pack = {
  /** Outlines, as the `d` of a path. */
  outline: string;
  /** Finer lines within. */
  detail: string;
  /** Where the letter stands: the middle of its baseline, and its size. */
  letter: { y: number; size: number };
};

const dropper: Pack = {
  outline:
    'M152 204a14 14 0 0 1 14-14h68a14 14 0 0 1 14 14v100a14 14 0 0 1-14 14h-68a14 14 0 0 1-14-14zM182 190v-22h36v22M174 168v-18h52v18zM184 150v-36a16 16 0 0 1 32 0v36',
  detail: 'M168 222h64M168 296h64M174 159h52',
  letter: { y: 276, size: 60 },
};
const tube: Pack = {
  outline: 'M140 84h120l-14 200h-92zM164 284h72v26a8 8 0 0 1-8 8h-56a8 8 0 0 1-8-8z',
  detail: 'M141 98h118M164 292h72M158 262h84',
  letter: { y: 212, size: 72 },
};
const jar: Pack = {
  outline:
    'M118 192a8 8 0 0 1 8-8h148a8 8 0 0 1 8 8v34h-164zM128 226h144v66a26 26 0 0 1-26 26h-92a26 26 0 0 1-26-26z',
  detail: 'M118 214h164M146 300h108',
  letter: { y: 286, size: 58 },
};
const pump: Pack = {
  outline:
    'M146 194a18 18 0 0 1 18-18h72a18 18 0 0 1 18 18v110a14 14 0 0 1-14 14h-80a14 14 0 0 1-14-14zM180 176v-24h40v24M194 152v-26h12v26M166 126v-8a12 12 0 0 1 12-12h44a6 6 0 0 1 6 6v14z',
  detail: 'M164 206h72M164 296h72M180 164h40',
  letter: { y: 272, size: 66 },
};
const bottle: Pack = {
  outline:
    'M156 168a18 18 0 0 1 18-18h52a18 18 0 0 1 18 18v136a14 14 0 0 1-14 14h-60a14 14 0 0 1-14-14zM176 150v-52a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v52',
  detail: 'M176 136h48M170 184h60M170 296h60',
  letter: { y: 264, size: 64 },
};
const box: Pack = {
  outline:
    'M126 196h148v114a8 8 0 0 1-8 8h-132a8 8 0 0 1-8-8zM116 164h168v32h-168zM200 164c-12-34-52-42-52-18 0 14 26 18 52 18 26 0 52-4 52-18 0-24-40-16-52 18z',
  detail: 'M116 188h168M144 302h112',
  letter: { y: 276, size: 66 },
};
/** Two leaves, for what could be in any pack. */
const leaves: Pack = {
  outline:
    'M200 318V250M200 262c-46 4-74-22-78-66 46-4 76 22 78 66M200 262c46 4 74-22 78-66-46-4-76 22-78 66',
  detail: 'M200 262c-18-24-38-40-62-54M200 262c18-24 38-40 62-54',
  letter: { y: 172, size: 96 },
};

/** The packs that can be drawn. */
export const drawings = ['dropper', 'tube', 'jar', 'pump', 'bottle', 'box', 'leaves'] as const;
export type Drawing = (typeof drawings)[number];

const packs: Readonly<Record<Drawing, Pack>> = { dropper, tube, jar, pump, bottle, box, leaves };

export const packOf = (drawing: Drawing = 'leaves'): Pack => packs[drawing];

/** The first letter or digit of a name, in capitals; empty where it has none. */
export const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
