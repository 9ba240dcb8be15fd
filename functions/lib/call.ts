/** What an action gets of its request. Every action of a route is called as `action(call, request)`. */
import type { Db } from '#db/client.ts';
import type { KeyRing } from './email-hash.ts';
import type { GithubSettings } from './github-app.ts';
import type { Limits } from './limits.ts';
import type { Network } from './network.ts';
import type { Owner } from './owner.ts';

/** The signed-in operator. @property editsContent whether they may change products, prices and texts */
export type Operator = { id: string; name: string; email: string; editsContent: boolean };

export type Call = {
  db: Db;
  /** UTC ms, the same for the whole request. */
  now: number;
  /** The session; its hash is empty without a token. */
  owner: Owner;
  /** The token itself, if there is one. */
  token: string | undefined;
  /** The client's networks, the narrowest first. */
  networks: readonly Network[];
  /** Browser and system, if known. */
  device: string | null;
  limits: Limits;
  /** How long an operator's move can be undone and its email waits, ms. */
  undoTime: number;
  /** Whether operators without a second factor may sign in for the desk. */
  factorIsOptional: boolean;
  /** EMAIL_HASH_KEY and the one before it; undefined without one. */
  keys: KeyRing | undefined;
  urls: Urls;
  /** The editor of the content: its URL, and the app that changes the repository. */
  editor: EditorSettings;
  /** The request itself, for what is no JSON: its headers, and the bytes of a photo or an event. */
  request: Request;
  requestId: string;
  /** Photos by shoppers. */
  photos: R2Bucket;
  /** The files of the build. */
  assets: Fetcher;
  /** All settings and bindings of the Worker, for those that only routes of `functions/own` know. */
  bindings: Readonly<Record<string, unknown>>;
  /** Runs work after the response. */
  runAfterResponse: (work: Promise<unknown>) => void;
};

export type EditorSettings = GithubSettings & { EDITOR_URL?: string };

/** A call of the desk. */
export type DeskCall = Call & { operator: Operator };

/**
 * @property origin of the shop's pages, to which a payment page returns
 * @property photo the URL of a photo that the request may see; undefined without a key
 * @property order the URL of an order that operators send to the buyer's phone; undefined without a key
 */
export type Urls = {
  origin: string;
  photo: ((id: string) => string) | undefined;
  order: ((order: { id: string; linkVersion: number }) => string) | undefined;
};
