/** Part of a file, as a `Range` header asks for it (RFC 9110, section 14). */

/** First and last byte, both included. */
export type Range = { start: number; end: number };

/**
 * Reads a `Range` header of one part.
 * @param size of the whole file, bytes
 * @returns the part; `unsatisfiable` when it lies outside of the file; undefined when the whole file is the answer:
 * without a header, for a header that is wrong, and for several parts at once
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
