/** @throws Error when there is no answer, or a refusal; also when `signal` says that nobody waits for it any more */
export async function fetchJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(address, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
