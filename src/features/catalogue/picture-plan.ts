/**
 * The sizes and formats of product pictures in a build. Cloudflare takes 100,000 files per version, so a large
 * catalogue gets fewer sizes and one format, and its link previews show the plain picture of the product.
 */
import { thumbnailWidths } from '#lib/paths.ts';

export type PicturePlan = {
  formats: readonly ('avif' | 'webp')[];
  /** px, ascending, of the main picture on a card: 170 px on a phone (×3) to 500 px beside the filter (×2). */
  card: readonly number[];
  /** px, ascending, of picture n (1 is the main one) in the gallery, up to 670 wide on a laptop, where phones take 560 or 840. */
  gallery(n: number): readonly number[];
  /** Squares of picture n, px. */
  thumbnails(n: number): readonly (typeof thumbnailWidths)[number][];
  /** Whether each product gets a picture for link previews. */
  share: boolean;
};

const rich: PicturePlan = {
  formats: ['avif', 'webp'],
  card: [360, 560, 840],
  gallery: (n) => (n <= 2 ? [560, 840, 1200] : [840]),
  thumbnails: (n) => (n <= 2 ? thumbnailWidths : [160]),
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
 * Smallest size of a large catalogue. Twice as many products would still fit, but AVIF and previews take seconds per
 * product in the first build.
 */
export const largeFrom = 1_000;

/** @param products number of products in the catalogue */
export const picturePlan = (products: number): PicturePlan => (products < largeFrom ? rich : lean);
