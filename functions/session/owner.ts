/** Who makes a request, by the hash of the session's token. @property now UTC ms */
export type Owner = { tokenHash: string; now: number };
