import { partHeaders } from '#domain/exports/exports.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.api.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ExportRequest } from './collect.ts';

/** @property data bytes of the file @property count entries @property next cursor of the next part */
export type ExportPart = { data: Blob; count: number; next: string | undefined };

/** Fetches a part of a file. @param after cursor of the part, `undefined` for the first @param signal aborts the request */
export async function fetchPart(
  { sheet, days }: ExportRequest,
  proof: { password: string; code?: string },
  after: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<ExportPart>> {
  const json = { sheet, ...days, ...proof, after };
  const answer = await download(api.desk.export.$post({ json }, { init: { signal } }));
  if (!answer.ok) return answer;
  // Bytes, since text would lose the byte order mark.
  const { file: data, headers } = answer.data;
  const next = headers.get(partHeaders.next) ?? undefined;
  return { ok: true, data: { data, count: Number(headers.get(partHeaders.count)), next } };
}
