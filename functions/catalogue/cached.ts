/**
 * Answers that contain the whole catalogue: made once in an isolate for each version of it, since serializing 5,000 products
 * takes a quarter of a second. Triggers count the versions (db/triggers), so an answer costs one row while nothing
 * changes, and a price, a pause and the last piece are in the next answer. The begin and the end of a sale are in the
 * next answer too.
 */
import type { Db } from '#db/client.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { readCatalogue, selectVersion } from './read.ts';

/** Bytes above which an answer is large: its numbers of pieces may be a little old. */
const large = 500_000;

/** Longest that a large answer keeps numbers of pieces and ratings that have changed, ms. */
const longestAge = 10_000;

/**
 * @property content counts changes of what the catalogue says: texts, prices, what is sold, whether it is in stock
 * @property numbers counts other changes of stock, and those of ratings
 */
type Version = { content: number; numbers: number };

/**
 * @property body as bytes, so that it is encoded once @property at when it was made, UTC ms
 * @property time in which no sale begins or ends, UTC ms
 */
type Answer = Version & {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  at: number;
  time: { from: number; until: number };
};

const answers = new Map<string, Answer>();

/** The version of the catalogue, of the rows of `selectVersion`. */
export const versionOf = (rows: Awaited<ReturnType<typeof selectVersion>>): Version => {
  const countOf = (name: string) => rows.find(({ about }) => about === name)?.count ?? 0;
  return { content: countOf('content'), numbers: countOf('numbers') };
};

const isCurrent = (answer: Answer, { content, numbers }: Version, now: number): boolean =>
  answer.content === content &&
  answer.time.from <= now &&
  now < answer.time.until &&
  (answer.numbers === numbers || (answer.body.length > large && now - answer.at < longestAge));

async function makeAnswer(
  db: Db,
  serialize: (products: ApiProduct[]) => string,
  now: number,
): Promise<Answer> {
  const { products, version, time } = await readCatalogue(db, now);
  const body = new TextEncoder().encode(serialize(products));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const etag = `"${btoa(String.fromCharCode(...digest.slice(0, 18)))}"`;
  return { ...versionOf(version), body, etag, at: now, time };
}

/**
 * The whole catalogue as a body.
 * @param name of the answer in this isolate @param serialize makes the body @param now UTC ms
 */
export async function cachedCatalogue(
  db: Db,
  name: string,
  serialize: (products: ApiProduct[]) => string,
  now: number,
): Promise<Pick<Answer, 'body' | 'etag' | 'time'>> {
  const known = answers.get(name);
  if (known && isCurrent(known, versionOf(await selectVersion(db)), now)) return known;
  const answer = await makeAnswer(db, serialize, now);
  answers.set(name, answer);
  return answer;
}
