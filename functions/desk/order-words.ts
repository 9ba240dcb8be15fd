/** The index of words by which the desk finds orders and customers (db/schema/orders.ts, `orderWords`). */
import { type SQL, sql } from 'drizzle-orm';
import { orderWords } from '#db/schema/index.ts';

/** Matches of a word that the search of orders sorts at once. */
export const maxMatches = 2000;

/** The highest character: every text with a prefix sorts before the prefix followed by it. */
export const highestCharacter = sql.raw('char(1114111)');

/** The condition that a text in lower case begins with another one. `lower()` is what the indexes were made with. */
export const startsWith = (text: SQL, prefix: string): SQL =>
  sql`${text} >= lower(${prefix}) AND ${text} < lower(${prefix}) || ${highestCharacter}`;

const word = sql.raw('word');

/** The condition that an order has words that begin with these. */
export const hasWords = (words: readonly string[]): SQL[] =>
  words.map(
    (one) => sql`EXISTS (SELECT 1 FROM ${orderWords} WHERE order_id = id AND ${startsWith(word, one)})`,
  );

/** Rows of the index that begin with a word, at most one more than are sorted. @param most rows that are sorted */
export const wordMatches = (one: string, most = maxMatches): SQL =>
  sql`SELECT order_id AS match_id FROM ${orderWords} INDEXED BY order_words_word
    WHERE ${startsWith(word, one)} LIMIT ${most + 1}`;

/** The same; none of a word with more matches than are sorted: they are counted first, and then not read. */
export const fewMatches = (one: string, most = maxMatches): SQL =>
  sql`SELECT order_id AS match_id FROM (SELECT count(*) AS matches FROM (${wordMatches(one, most)})) AS counted
    CROSS JOIN ${orderWords} INDEXED BY order_words_word
    WHERE counted.matches <= ${most} AND ${startsWith(word, one)} LIMIT ${most + 1}`;
