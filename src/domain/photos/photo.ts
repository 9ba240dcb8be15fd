/** Photos by shoppers: how many, how large, and what is accepted (docs/behaviour.md, "Photos"). */
import { oneDay, oneHour } from '#lib/dates.ts';

/** Photos of one return, or of one review. */
export const maxPhotos = 3;

/** Bytes that the shop takes. The browser sends about 300 KB. */
const maxPhotoBytes = 8 * 1024 * 1024;

/** The longest side of a photo that the shop takes, px: a decoded pixel takes four bytes of the reader's memory. */
export const maxPhotoSide = 4096;

/** What the shop stores. */
export const photoTypes = ['image/jpeg', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** A picture without metadata. @property width, @property height px */
export type CleanPicture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/** Photos that one person has uploaded and not used yet. A further one takes the place of the oldest. */
export const maxUnusedPhotos = 12;

/**
 * Unused photos of the whole shop above which a group of people uploads none: those to whom an order was delivered have their
 * own share, which nobody else can use up. @property bytes of a photo, and of all unused ones
 */
export const photoShares = {
  buyers: { photo: maxPhotoBytes, unused: 6_000, unusedBytes: 2_000_000_000 },
  others: { photo: 2 * 1024 * 1024, unused: 1_500, unusedBytes: 500_000_000 },
} as const;
export type PhotoShare = (typeof photoShares)[keyof typeof photoShares];

/** Time in which an uploaded photo can be used, ms. It is deleted a while later, so that none is deleted while it is used. */
export const photoUsableFor = oneDay - oneHour;

/** A review's photo: it waits for an operator, who approves or refuses it. Only approved ones are public. */
export type PhotoState = 'waiting' | 'approved' | 'refused';

/** A photo in responses of the API. @property url public, or a signed link, which works for an hour at least @property width, @property height px */
export type ApiPhoto = { _id: string; url: string; width: number; height: number };

/** A review's photo, for its writer. */
export type ReviewedPhoto = ApiPhoto & { state: PhotoState };
