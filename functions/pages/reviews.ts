/**
 * The reviews of a product for browsers without scripts (docs/behaviour.md, "Showing reviews"): the built shell, filled
 * with a page of reviews. Its filters are a form whose fields are those of the API.
 */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { productId } from '#domain/catalogue/product-id.ts';
import { productName } from '#domain/catalogue/sellable-id.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { filterQuery, isFiltered } from '#domain/reviews/review-filters.ts';
import { summarize } from '#domain/reviews/review-text.ts';
import { productPath, reviewsShell } from '#lib/paths.ts';
import { findProduct } from '../catalogue/read.ts';
import type { Env } from '../http/env.ts';
import { listReviews, reviewQuery } from '../reviews/list.ts';
import { countRatings } from '../reviews/ratings.ts';
import { notFoundPage, respondWithPage } from './product.ts';
import { countLines, reviewCard } from './review-cards.ts';

/** The request's filters; all reviews if they are invalid. @property text the valid filters, without `before` */
function readFilters(c: Context<Env>) {
  const text = filterQuery(Object.entries(c.req.query()));
  const before = c.req.query('before');
  const query = reviewQuery.safeParse({
    ...Object.fromEntries(new URLSearchParams(text)),
    ...(before && { before }),
  });
  return query.success ? { query: query.data, text } : { query: reviewQuery.parse({}), text: '' };
}

async function read(c: Context<Env>, id: string, query: ReturnType<typeof readFilters>['query']) {
  const db = c.get('db');
  const [product, counts, list] = await Promise.all([
    findProduct(db, id, c.get('now')),
    countRatings(db, id),
    listReviews(db, id, query),
  ]);
  return product && counts && list && { product, counts, list };
}

export async function reviewsPage(c: Context<Env>): Promise<Response> {
  const id = c.req.param('id') ?? '';
  if (!productId.safeParse(id).success) return notFoundPage(c);
  const { query, text } = readFilters(c);
  let found: Awaited<ReturnType<typeof read>>;
  try {
    found = await read(c, id, query);
  } catch {
    return respondWithPage(c, reviewsShell, 503);
  }
  if (!found) return notFoundPage(c);
  const { product, counts, list } = found;
  const name = productName(product.name, product.label);
  const last = list.length === reviewsPerPage ? list.at(-1) : undefined;
  const more = new URLSearchParams(text);
  if (last) more.set('before', last.cursor);
  const content = {
    title: html`Reviews of ${name}`,
    h1: html`Reviews of ${name}`,
    '[data-average]': html`${countLines(counts).map((line) => html`<span>${line}</span>`)}`,
    '[data-counts]': html`${summarize(counts).map((line) => html`<li>${line}</li>`)}`,
    '[data-list]': list.length ? html`${list.map(reviewCard)}` : nothing(text),
    '[data-more]': last
      ? html`<a class="button quiet small" href="?${more.toString()}">Show more reviews</a>`
      : '',
  };
  let page = new HTMLRewriter().on('[data-product]', {
    element: (link) => void link.setAttribute('href', productPath(id)).setInnerContent(`Back to ${name}`),
  });
  for (const [selector, inner] of Object.entries(content)) {
    const markup = String(await inner);
    page = page.on(selector, { element: (element) => void element.setInnerContent(markup, { html: true }) });
  }
  // The form shows what was chosen. The values are the API's, so they need no escaping in a selector.
  for (const [name, value] of new URLSearchParams(text)) {
    const choose = (selector: string, attribute: string) =>
      page.on(selector, { element: (element) => void element.setAttribute(attribute, '') });
    page = choose(`[data-filters] select[name="${name}"] option[value="${value}"]`, 'selected');
    page = choose(`[data-filters] input[name="${name}"]`, 'checked');
  }
  const response = page.transform(await respondWithPage(c, reviewsShell, 200));
  response.headers.delete('ETag');
  return response;
}

const nothing = (filters: string) =>
  isFiltered(filters)
    ? html`<li class="none"><p class="none-title">No review matches</p><p><a href="?">Show all reviews</a></p></li>`
    : html`<li class="none"><p class="none-title">Be the first to review it</p></li>`;
