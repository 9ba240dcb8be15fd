/** The longest wait of a timer of the browser, ms: about 24 days. */
const longest = 2 ** 31 - 1;

/**
 * Calls back at a time, also one that is months away, or at once if it is over.
 * @param time UTC ms @returns a function that stops it
 */
export function atTime(time: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = time - Date.now();
    timer = left > 0 ? setTimeout(wait, Math.min(left, longest)) : setTimeout(callback);
  };
  wait();
  return () => clearTimeout(timer);
}
