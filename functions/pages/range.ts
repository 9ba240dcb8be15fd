/** Reads the `Range` header of a request (RFC 9110, section 14). */

/** First and last byte, both included. */
export type Range = { start: number; end: number };

/**
 * Reads a `Range` header of one part.
 * @param size of the whole file, bytes
 * @returns the part; `unsatisfiable` when it is outside of the file; `undefined` for the whole file: without a header,
 * with an invalid header, and for several parts
 */
export function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  if (!first)
    return Number(last) && size
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'unsatisfiable';
  const start = Number(first);
  if (last && Number(last) < start) return undefined;
  return start < size ? { start, end: last ? Math.min(Number(last), size - 1) : size - 1 } : 'unsatisfiable';
}
