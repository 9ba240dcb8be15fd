/**
 * Tokens whose session a query of this isolate has found alive. Only their writes are limited by token: anybody can
 * invent tokens, and each invented token would have its own limit. The first write of a live token that is unknown to
 * the isolate counts for its address.
 */

/** Number of hashes, about 100 bytes each. The least recently used ones are removed first. */
const maxTokens = 10_000;
const liveTokens = new Set<string>();

export const isLiveToken = (tokenHash: string): boolean => liveTokens.has(tokenHash);

/** Adds a token whose session was found. */
export function addLiveToken(tokenHash: string): void {
  liveTokens.delete(tokenHash);
  liveTokens.add(tokenHash);
  if (liveTokens.size > maxTokens)
    for (const oldest of liveTokens.keys()) return void liveTokens.delete(oldest);
}

/** Removes a token whose session has ended, or may have ended. */
export const removeLiveToken = (tokenHash: string): boolean => liveTokens.delete(tokenHash);
