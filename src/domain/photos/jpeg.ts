/** JPEG files: the segments that a decoder needs, and no others (ITU-T T.81, annex B). */
import { joinBytes } from './join-bytes.ts';
import type { CleanPicture } from './photo.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive frames; browsers draw no others. */
const frames = [0xc0, 0xc1, 0xc2];
/** Huffman tables, quantisation tables, and the restart interval. */
const tables = [0xc4, 0xdb, 0xdd];
/** `APP14`, with which Adobe says how colours are stored; without it a CMYK picture has wrong colours. */
const adobe = 0xee;

/** `APP0` to `APP15` and comments: EXIF with the place, XMP, IPTC, colour profiles, thumbnails. */
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** A marker with its segment. @property start of `FF` @property end after the segment */
type Segment = { marker: number; start: number; end: number };

/** The segment that begins here; undefined if none does, or if it does not end within the file. */
function segmentAt(bytes: Uint8Array, start: number): Segment | undefined {
  if (bytes[start] !== 0xff) return undefined;
  let at = start + 1;
  // Any number of fill bytes may come before the marker.
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  if (marker === undefined) return undefined;
  if (marker === endOfImage) return { marker, start: at - 1, end: at + 1 };
  const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  const end = at + 1 + length;
  return length >= 2 && end <= bytes.length ? { marker, start: at - 1, end } : undefined;
}

/** Where the data of a scan end: at the next marker that is neither a restart nor a stuffed byte. */
function endOfScan(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return undefined;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return undefined;
}

/** Width and height of a frame of one, three or four components; undefined for any other. */
function dimensionsOf(bytes: Uint8Array, { start, end }: Segment) {
  const [precision, h1 = 0, h2 = 0, w1 = 0, w2 = 0, components = 0] = bytes.subarray(start + 4, start + 10);
  const [width, height] = [(w1 << 8) | w2, (h1 << 8) | h2];
  const isKnown = precision === 8 && [1, 3, 4].includes(components) && end - start === 10 + 3 * components;
  return isKnown && width > 0 && height > 0 ? { width, height } : undefined;
}

const isAdobe = (bytes: Uint8Array, { start, end }: Segment): boolean =>
  end - start === 16 && String.fromCharCode(...bytes.subarray(start + 4, start + 9)) === 'Adobe';

/** The picture without metadata and without what follows its end; undefined if it is not well-formed or not complete. */
export function cleanJpeg(bytes: Uint8Array<ArrayBuffer>): CleanPicture | undefined {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let dimensions: { width: number; height: number } | undefined;
  let hasScan = false;
  let at = 2;
  while (at < bytes.length) {
    const segment = segmentAt(bytes, at);
    if (!segment) return undefined;
    const { marker, start, end } = segment;
    at = end;
    if (marker === endOfImage) {
      kept.push(bytes.subarray(start, end));
      return dimensions && hasScan ? { bytes: joinBytes(kept), ...dimensions } : undefined;
    }
    if (isMetadata(marker) && !(marker === adobe && isAdobe(bytes, segment))) continue;
    if (frames.includes(marker)) {
      if (dimensions) return undefined;
      dimensions = dimensionsOf(bytes, segment);
      if (!dimensions) return undefined;
    } else if (marker === startOfScan) {
      const scanEnd = dimensions && endOfScan(bytes, end);
      if (scanEnd === undefined || scanEnd === end) return undefined;
      hasScan = true;
      at = scanEnd;
    } else if (marker !== adobe && !tables.includes(marker)) return undefined;
    kept.push(bytes.subarray(start, at));
  }
  return undefined;
}
