/**
 * What becomes of a product's pictures in a build. Cloudflare takes 100,000 files a version, so a large
 * catalogue gets fewer sizes and one format, and previews of links show the product's plain picture.
 */
import { thumbnailWidths } from '#lib/paths.ts';

export type PicturePlan = {
  formats: readonly ('avif' | 'webp')[];
  /** px, ascending, of the main picture on a card: 170 px on a phone (×3) to 500 px beside the filter (×2). */
  card: readonly number[];
  /** px, ascending, of picture n (1 is the main one) in the gallery, which is up to 620 wide. */
  gallery(n: number): readonly number[];
  /** Squares of picture n, px. */
  thumbnails(n: number): readonly (typeof thumbnailWidths)[number][];
  /** Whether each product has a picture made for previews of links. */
  share: boolean;
};

const rich: PicturePlan = {
  formats: ['avif', 'webp'],
  card: [360, 560, 840],
  gallery: () => [560, 840, 1200],
  thumbnails: () => thumbnailWidths,
  share: true,
};

/** Card and gallery share their files. */
const lean: PicturePlan = {
  formats: ['webp'],
  card: [560, 1120],
  gallery: (n) => (n === 1 ? [560, 1120] : [840]),
  thumbnails: (n) => (n === 1 ? thumbnailWidths : [160]),
  share: false,
};

/**
 * From here on a catalogue is a large one. Twice as many would still fit, but AVIF and previews take seconds of
 * a first build for each product: a thousand are what one waits for.
 */
export const largeFrom = 1_000;

/** @param products how many the catalogue has */
export const picturePlan = (products: number): PicturePlan => (products < largeFrom ? rich : lean);

/** Files in the build for a product with so many pictures of its own: its page, and what is made of them. */
export function filesOf(plan: PicturePlan, pictures: number): number {
  let files = 1 + Number(plan.share);
  for (let n = 1; n <= pictures; n++) {
    const widths = new Set([...plan.gallery(n), ...(n === 1 ? plan.card : [])]);
    files += 1 + plan.thumbnails(n).length + widths.size * plan.formats.length;
  }
  return files;
}
