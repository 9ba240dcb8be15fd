/** The longest wait of a timer of the browser, ms: about 24 days. */
const longest = 2 ** 31 - 1;

/** All pages that are open wait for the same time, so their requests are spread over so long after it, ms. */
const usualSpread = 20_000;

/**
 * Calls back once, soon after a time, also one that is months away; never for a time that is over: a device whose clock is ahead
 * would ask again and again.
 * @param time UTC ms @param spread most ms after it @returns a function that stops it
 */
export function afterTime(time: number, callback: () => void, spread = usualSpread): () => void {
  if (time <= Date.now()) return () => {};
  const at = time + Math.random() * spread;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = at - Date.now();
    timer = setTimeout(left > longest ? wait : callback, Math.min(left, longest));
  };
  wait();
  return () => clearTimeout(timer);
}
