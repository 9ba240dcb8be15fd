/** WebP files: the chunks of a still picture, and no others (RFC 9649). */
import { joinBytes } from './join-bytes.ts';
import type { CleanPicture } from './photo.ts';

/** Of the flags of `VP8X`, whether the picture has transparency; the others announce what is left out. */
const hasAlpha = 0x10;
const isAnimated = 0x02;

type Size = { width: number; height: number };
/** @property start of its name @property data its content @property next after it and the byte that fills it up */
type Chunk = { name: string; start: number; data: Uint8Array; next: number };

/** The chunks in a file's content; undefined if one does not end within it. */
function chunksOf(bytes: Uint8Array, from: number, to: number): Chunk[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const end = at + 8 + view.getUint32(at + 4, true);
    const next = end + ((end - at) & 1);
    if (next > to) return undefined;
    chunks.push({ name, start: at, data: bytes.subarray(at + 8, end), next });
    at = next;
  }
  return chunks;
}

const isPositive = ({ width, height }: Size): Size | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined;

/** The size of a lossy key frame (RFC 6386, 9.1) that is there in full. */
function sizeOfLossy(data: Uint8Array): Size | undefined {
  const [b0 = 1, b1 = 0, b2 = 0, s0, s1, s2, w0 = 0, w1 = 0, h0 = 0, h1 = 0] = data;
  const firstPartition = (b0 | (b1 << 8) | (b2 << 16)) >> 5;
  const isKeyFrame = (b0 & 1) === 0 && s0 === 0x9d && s1 === 0x01 && s2 === 0x2a;
  if (!isKeyFrame || 10 + firstPartition >= data.length) return undefined;
  return isPositive({ width: (w0 | (w1 << 8)) & 0x3fff, height: (h0 | (h1 << 8)) & 0x3fff });
}

/** The size of a lossless picture (RFC 9649, 3.4). */
function sizeOfLossless(data: Uint8Array): Size | undefined {
  const [signature, b0 = 0, b1 = 0, b2 = 0, b3 = 0] = data;
  if (signature !== 0x2f || data.length < 6 || b3 >> 5 !== 0) return undefined;
  return { width: 1 + (b0 | ((b1 & 0x3f) << 8)), height: 1 + ((b1 >> 6) | (b2 << 2) | ((b3 & 0x0f) << 10)) };
}

const sizes: Record<string, (data: Uint8Array) => Size | undefined> = {
  'VP8 ': sizeOfLossy,
  VP8L: sizeOfLossless,
};

/** The header of an extended picture with the flag of transparency alone; undefined for an animation. */
function extendedHeader(bytes: Uint8Array, { start, data, next }: Chunk): Uint8Array | undefined {
  const [flags = 0] = data;
  if (data.length !== 10 || flags & isAnimated) return undefined;
  const header = bytes.slice(start, next);
  header[8] = flags & hasAlpha;
  return header;
}

const uint24 = (data: Uint8Array, at: number): number =>
  (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);

const canvasOf = (data: Uint8Array): Size => ({ width: 1 + uint24(data, 4), height: 1 + uint24(data, 7) });

/** The picture without metadata and without what follows its end; undefined if it is not well-formed, not complete, or moves. */
export function cleanWebp(bytes: Uint8Array<ArrayBuffer>): CleanPicture | undefined {
  if (bytes.length < 20) return undefined;
  const end = 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  const chunks = end <= bytes.length ? chunksOf(bytes, 12, end) : undefined;
  if (!chunks) return undefined;
  const kept: Uint8Array[] = [];
  let size: Size | undefined;
  let canvas: Size | undefined;
  for (const [n, chunk] of chunks.entries()) {
    const { name, start, data, next } = chunk;
    if (name === 'VP8X') {
      const header = n === 0 ? extendedHeader(bytes, chunk) : undefined;
      if (!header) return undefined;
      kept.push(header);
      canvas = canvasOf(data);
    } else if (name === 'ALPH') {
      if (size) return undefined;
      kept.push(bytes.subarray(start, next));
    } else if (sizes[name]) {
      if (size) return undefined;
      size = sizes[name](data);
      if (!size) return undefined;
      kept.push(bytes.subarray(start, next));
    } else if (name === 'ANIM' || name === 'ANMF') return undefined;
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return undefined;
  const content = joinBytes(kept);
  const file = joinBytes([bytes.subarray(0, 12), content]);
  new DataView(file.buffer).setUint32(4, 4 + content.length, true);
  return { bytes: file, ...size };
}
