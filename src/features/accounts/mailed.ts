/**
 * The pages that mailed links lead to. Not in lib/paths.ts: only the letters and these pages need them,
 * and every page carries that file.
 */
import { paths } from '#lib/paths.ts';

const query = (token: string): string => `?${new URLSearchParams({ token })}`;

export const mailedPaths = {
  reset: (token: string) => paths.reset + query(token),
  confirmEmail: (token: string) => `${paths.account}/email${query(token)}`,
} as const;
