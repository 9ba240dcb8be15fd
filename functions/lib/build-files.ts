/** Files of the build that the Worker reads. */

/** Longest that a request waits for the files, ms. */
const longestWait = 5_000;

/** @throws Error when there is no such file, or it is no JSON */
export async function readJson<T>(assets: Fetcher, path: string): Promise<T> {
  const file = await assets.fetch(new URL(path, 'https://assets.invalid'));
  if (!file.ok) throw new Error(`${path}: ${file.status}`);
  return file.json();
}

/**
 * Reads files of this build once per isolate: concurrent first requests share one load.
 * @returns a function that throws when a file is missing or damaged; its next call then loads again
 */
export function readOnce<T>(open: (assets: Fetcher) => Promise<T>): (assets: Fetcher) => Promise<T> {
  let loading: Promise<T> | undefined;
  return async (assets) => {
    loading ??= open(assets);
    const current = loading;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // If the runtime ends the request that loads, its promise never settles for the others.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('the files of the build were not read in time')),
        longestWait,
      );
    });
    try {
      return await Promise.race([current, late]);
    } catch (error) {
      if (loading === current) loading = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
