/** Looks up pincodes in the directory, a static file that is loaded when it is needed first. */

import { type Directory, openDirectory, type PincodeArea } from '#domain/delivery/pincodes.ts';
import { reportMissingPart } from '#lib/load-part.dom.ts';
import url from '../../domain/delivery/pincodes.txt';

/** After this time the directory counts as missing, ms. The next look-up tries again. */
const timeout = 8_000;

let loading: Promise<Directory | undefined> | undefined;
let attempts = 0;

async function fetchDirectory(): Promise<Directory | undefined> {
  attempts += 1;
  try {
    // Caches would return a damaged copy again, so a second try has another address.
    const response = await fetch(attempts > 1 ? `${url}?${attempts}` : url, {
      signal: AbortSignal.timeout(timeout),
    });
    const directory = response.ok ? openDirectory(await response.text()) : undefined;
    if (directory) return directory;
    if (response.status === 404) reportMissingPart(new Error('The directory of pincodes is gone.'));
  } catch {
    // As if it were missing.
  }
  loading = undefined;
  return undefined;
}

/** Loads the directory. @returns undefined if it is late, damaged or missing */
export function loadDirectory(): Promise<Directory | undefined> {
  loading ??= fetchDirectory();
  return loading;
}

/**
 * What the directory says of a pincode.
 * @param pincode six digits
 * @returns undefined if the directory is late, damaged or missing; never rejects
 */
export async function lookUp(pincode: string): Promise<PincodeArea | 'unlisted' | undefined> {
  const directory = await loadDirectory();
  return directory && (directory.find(pincode) ?? 'unlisted');
}
