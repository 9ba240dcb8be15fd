import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { type Days, partHeaders, type SheetName } from '../export.ts';

/** What to export; the same for all of its parts. */
export type Wanted = { sheet: SheetName; days: Days };

/** @property data bytes of the file @property count entries in it, of `total` @property next where the next one begins */
export type Part = { data: Blob; count: number; total: number; next: string | undefined };

/** Asks for the part of a file that begins after another one. @param signal ends the wait */
export async function askPart(
  { sheet, days }: Wanted,
  proof: { password: string; code?: string },
  after: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<Part>> {
  const asked = api.desk.export.$post({ json: { sheet, ...days, ...proof, after } }, { init: { signal } });
  try {
    const response = await asked;
    if (response.ok) {
      // As bytes: read as text, it would lose its byte order mark.
      const data = await response.blob();
      const { headers } = response;
      const number = (name: string) => Number(headers.get(name));
      const next = headers.get(partHeaders.next) ?? undefined;
      return {
        ok: true,
        data: { data, count: number(partHeaders.count), total: number(partHeaders.total), next },
      };
    }
  } catch {
    // No answer, or half of one: said below.
  }
  return send(asked as unknown as Parameters<typeof send<never>>[0]);
}
