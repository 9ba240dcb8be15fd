/**
 * The session of a request, by the hash of its token. Queries resolve it to its user.
 * @property network the client's widest @property now UTC ms
 */
export type Owner = { tokenHash: string; network: string; now: number };
