import type { Card, Picture } from '#domain/catalogue/card.ts';
import type { CardProduct } from '#domain/catalogue/product.ts';

/** The place of a card in the file stands for its `order`. */
type Column = Exclude<keyof Card, 'order' | 'picture'>;
const formats = ['avif', 'webp'] as const;
type Format = (typeof formats)[number];

/**
 * @property pictures a drawing is one file, its `stem`, without `ends`
 * @property formats of every other picture's files; @property widths theirs, px
 */
export type IndexFile = {
  cards: { [name in Column]: Card[name][] };
  pictures: { stem: string; ends: string[]; width: number; height: number; colour: string }[];
  formats: Format[];
  widths: number[];
};

/** `/a/1_x.avif 360w, …`: its addresses without the endings, and its widths. */
const parts = (srcset: string, format: string) =>
  srcset.split(', ').map((part) => {
    const [address = '', width = ''] = part.split(' ');
    return { name: address.slice(0, -format.length - 1), width: Number.parseInt(width, 10) };
  });

const filesOf = (picture: Picture, made: readonly Format[]) =>
  made.flatMap((format) => parts(picture[format], format));

/** How far texts begin alike. */
function alike([first = '', ...others]: readonly string[]): number {
  let length = first.length;
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return length;
}

/** @param cards in the editor's order, all or none of them with a picture, in the same widths unless it is a drawing */
export function toIndex(cards: readonly (Omit<Card, 'picture'> & { picture?: Picture })[]): IndexFile {
  // A field that only some cards have is null in the others.
  const columns = [...new Set(cards.flatMap(Object.keys))].filter(
    (name) => name !== 'order' && name !== 'picture',
  ) as Column[];
  const photo = cards.find(({ picture }) => picture?.webp)?.picture;
  const made = formats.filter((format) => photo?.[format]);
  const [first] = made;
  return {
    cards: Object.fromEntries(
      columns.map((name) => [name, cards.map((card) => card[name])]),
    ) as IndexFile['cards'],
    pictures: cards.flatMap(({ picture }) => {
      if (!picture) return [];
      const { width, height, colour } = picture;
      if (!picture.webp) return { stem: picture.src, ends: [], width, height, colour };
      const names = filesOf(picture, made).map(({ name }) => name);
      const common = alike(names);
      return {
        stem: names[0]?.slice(0, common) ?? '',
        ends: names.map((name) => name.slice(common)),
        width,
        height,
        colour,
      };
    }),
    formats: made,
    widths: photo && first ? parts(photo[first], first).map(({ width }) => width) : [],
  };
}

function pictureOf(
  { stem, ends, ...picture }: IndexFile['pictures'][number],
  { formats: made, widths }: IndexFile,
): Picture {
  const address = (format: Format, n: number) =>
    `${stem}${ends[made.indexOf(format) * widths.length + n]}.${format}`;
  // A card's picture says nothing that its name does not.
  const alt = '';
  if (!ends.length) return { ...picture, avif: '', webp: '', src: stem, alt };
  const srcset = (format: Format) =>
    made.includes(format) ? widths.map((width, n) => `${address(format, n)} ${width}w`).join(', ') : '';
  return {
    ...picture,
    avif: srcset('avif'),
    webp: srcset('webp'),
    src: address('webp', Math.floor(widths.length / 2)),
    alt,
  };
}

/** The products without their pictures, in their order. */
export function productsFromIndex({ cards }: IndexFile): CardProduct[] {
  const columns = Object.keys(cards) as Column[];
  return (cards.id ?? []).map((_, order) => ({
    ...(Object.fromEntries(columns.map((name) => [name, cards[name][order]])) as Pick<Card, Column>),
    order,
  }));
}

/** The cards again, in their order. */
export function fromIndex(file: IndexFile): Card[] {
  return productsFromIndex(file).flatMap((product, n) => {
    const picture = file.pictures[n];
    return picture ? { ...product, picture: pictureOf(picture, file) } : [];
  });
}
